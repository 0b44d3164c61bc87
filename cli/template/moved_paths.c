#include "cli/template/moved_paths.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/names/links.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/values/value.h"
#include "cli/files/disk_files.h"

#include <stdlib.h>

struct move {
	struct arena *arena;
	struct string from, to; /* folders, absolute */
	struct string text;     /* before */
	struct string moved;    /* so far */
	uint32_t done;          /* bytes of `text` */
};

/* Empty if there is no such folder. */
static struct string absolute_folder(struct arena *arena, struct string file)
{
	struct string folder = path_folder(file);
	char *absolute = realpath(folder.length > 0 ? arena_copy(arena, folder).bytes : ".", NULL);
	struct string copy = absolute ? arena_copy(arena, string_from(absolute)) : STRING("");

	free(absolute);
	return copy;
}

static bool is_url(struct string path)
{
	return string_contains(path, STRING("://"));
}

static bool is_relative(struct string path)
{
	return path.length > 0 && path.bytes[0] != '/' && !is_url(path);
}

static bool is_plain(struct string path)
{
	for (size_t i = 0; i < path.length; i++) {
		unsigned char byte = (unsigned char)path.bytes[i];

		if (!(byte >= 0x80 || (byte >= '0' && byte <= '9') ||
			    ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') ||
			    strchr("._-/+@", byte)))
			return false;
	}
	return true;
}

/* Replaces the scalar at `range`, which says `path`. */
static void move_path(struct move *move, struct range range, struct string path)
{
	struct arena *arena = move->arena;
	struct string way = path_relative(arena, move->to, path_join(arena, move->from, path));

	if (range.start < move->done)
		return;
	if (!is_plain(way))
		way = value_json(arena, value_from_string(way));
	move->moved = arena_format(arena, "%.*s%.*s%.*s", STRING_ARGUMENTS(move->moved),
		STRING_ARGUMENTS(string_slice(move->text, move->done, range.start)),
		STRING_ARGUMENTS(way));
	move->done = range.end;
}

/* Whether a scalar alone says the path: behind the URL of a repository, it is that which moves. */
static bool says(const struct move *move, struct range range, struct string path)
{
	struct string written = string_slice(move->text, range.start, range.end);
	bool is_quoted =
		written.length > 1 && (written.bytes[0] == '"' || written.bytes[0] == '\'');

	if (is_quoted)
		written = string_slice(written, 1, written.length - 1);
	return string_equal(written, path);
}

static void move_links(struct move *move, const struct syntax_tree *tree)
{
	size_t count;
	const struct link *links = links_list(tree, move->arena, &count);

	for (size_t i = 0; i < count; i++) {
		struct string target = links[i].target;

		if (!is_relative(target) || !says(move, links[i].range, target) ||
			(links[i].may_be_no_file &&
				!disk_file_exists(
					move->arena, path_join(move->arena, move->from, target))))
			continue;
		move_path(move, links[i].range, target);
	}
}

/* Paths in a repository begin at its URL. */
static void move_repositories(struct move *move, const struct syntax_tree *tree)
{
	struct name_list repositories = names_of(tree, DECLARED_REPOSITORY, move->arena);

	for (size_t i = 0; i < repositories.count; i++) {
		struct node value = repositories.items[i].value;
		struct node url = node_kind(value) == NODE_MAPPING ? node_get(value, "url") : value;

		if (is_relative(node_text(url)))
			move_path(move, node_range(url), node_text(url));
	}
}

static struct string move_by(
	struct move *move, void (*some)(struct move *move, const struct syntax_tree *tree))
{
	struct syntax_tree *tree = syntax_tree_create(move->text);

	move->moved = STRING("");
	move->done = 0;
	some(move, tree);
	syntax_tree_release(tree);
	return arena_format(move->arena, "%.*s%.*s", STRING_ARGUMENTS(move->moved),
		STRING_ARGUMENTS(string_slice(move->text, move->done, move->text.length)));
}

struct string moved_paths(
	struct arena *arena, struct string text, struct string template, struct string output)
{
	struct move move = {.arena = arena,
		.from = absolute_folder(arena, template),
		.to = absolute_folder(arena, output),
		.text = text};

	if (move.from.length == 0 || move.to.length == 0 || string_equal(move.from, move.to))
		return text;
	move.text = move_by(&move, move_links);
	return move_by(&move, move_repositories);
}

size_t named_paths(struct arena *arena, struct string text, struct string *first)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	size_t count, named = 0;
	const struct link *links = links_list(tree, arena, &count);

	for (size_t i = 0; i < count; i++)
		if (links[i].target.length > 0 && !links[i].may_be_no_file &&
			!is_url(links[i].target) && named++ == 0)
			*first = arena_copy(arena, links[i].target);
	syntax_tree_release(tree);
	return named;
}
