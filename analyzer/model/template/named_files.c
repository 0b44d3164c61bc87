#include "analyzer/model/template/named_files.h"

#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/text/file_name.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/text/name_table.h"
#include "analyzer/text/path.h"

enum {
	MOST_FOLDERS_ABOVE = 4
};

/* A folder, listed once however many files are looked for in it. */
struct folder {
	struct string path;
	const struct file_entry *entries;
	size_t count;
};

/* The folders in which a file is looked for, in this order, by what is written in front of its
 * name. */
struct way {
	uint32_t folders[MOST_FOLDERS_ABOVE + 1];
	uint32_t count;
};

struct search {
	const struct files *files;
	struct arena *arena;
	struct string home; /* the folder of the file that names the others */
	struct folder *folders;
	size_t count, capacity;
	struct name_table ways;
};

static const struct folder *folder_at(struct search *search, struct string path)
{
	if (!path.length)
		path = STRING(".");
	for (size_t i = 0; i < search->count; i++)
		if (string_equal(search->folders[i].path, path))
			return &search->folders[i];
	search->folders = arena_reserve(search->arena, search->folders, search->count,
		&search->capacity, sizeof(*search->folders));
	struct folder *folder = &search->folders[search->count++];
	*folder = (struct folder){.path = path};
	folder->entries = files_list(search->files, path, search->arena, &folder->count);
	return folder;
}

static bool folder_has(const struct folder *folder, struct string name)
{
	for (size_t i = 0; i < folder->count; i++)
		if (string_equal(folder->entries[i].name, name))
			return true;
	return false;
}

static bool is_archive(struct search *search, struct string folder)
{
	const struct folder *root = folder_at(search, folder);
	return folder_has(root, STRING("TOSCA-Metadata")) || folder_has(root, STRING("TOSCA.meta"));
}

/* The next folder above; false at the root of an archive, or of a project under version control:
 * what lies above it is none of its own. */
static bool climb(struct search *search, struct string *folder)
{
	return !is_archive(search, *folder) &&
	       !folder_has(folder_at(search, *folder), STRING(".git")) &&
	       imports_climb(folder, search->arena);
}

/* Without the slashes at its ends: it is looked for in folders, and may be one. */
static struct string within_folders(struct string name)
{
	while (name.length && name.bytes[0] == '/')
		name = string_slice(name, 1, name.length);
	while (name.length && name.bytes[name.length - 1] == '/')
		name = string_slice(name, 0, name.length - 1);
	return name;
}

/* The folder of the file, or one above up to the root of the archive or project. */
static struct way *make_way(struct search *search, struct string name)
{
	struct way *way = arena_allocate(search->arena, 1, sizeof(*way));
	struct string folder = search->home;
	for (int i = 0; i <= MOST_FOLDERS_ABOVE; i++) {
		struct string path = path_join(search->arena, folder, name);
		const struct folder *found = folder_at(search, path_folder(path));
		way->folders[way->count++] = (uint32_t)(found - search->folders);
		if (!climb(search, &folder))
			break;
	}
	return way;
}

static bool is_found(struct search *search, struct string name)
{
	name = within_folders(name);
	struct string last = path_name(name);
	if (!last.length || string_is(last, ".") || string_is(last, ".."))
		return true; /* a folder around others */
	struct string front = string_slice(name, 0, name.length - last.length);
	struct way *way = name_table_find(&search->ways, front);
	if (!way) {
		way = make_way(search, name);
		name_table_add(&search->ways, search->arena, front, way);
	}
	for (uint32_t i = 0; i < way->count; i++)
		if (folder_has(&search->folders[way->folders[i]], last))
			return true;
	return false;
}

static bool is_in_archive(struct search *search)
{
	struct string folder = search->home;
	for (int i = 0; i <= MOST_FOLDERS_ABOVE; i++)
		if (is_archive(search, folder))
			return true;
		else if (!climb(search, &folder))
			return false;
	return false;
}

/* What lies in the same folder under nearly the same name; empty if nothing does. */
static struct string nearest(struct search *search, struct string name)
{
	struct string path = path_join(search->arena, search->home, name);
	const struct folder *folder = folder_at(search, path_folder(path));
	struct suggestion suggestion = suggestion_for(path_name(path));
	for (size_t i = 0; i < folder->count; i++)
		if (!folder->entries[i].is_folder)
			suggestion_offer(&suggestion, folder->entries[i].name);
	if (!suggestion.best.length || suggestion.distance > 2)
		return STRING("");
	size_t start = name.length - path_name(name).length;
	return arena_format(search->arena, "%.*s%.*s", (int)start, name.bytes,
		STRING_ARGUMENTS(suggestion.best));
}

static struct diagnostic *report(
	struct diagnostics *diagnostics, struct node name, const char *rest, struct string word)
{
	bool is_file = is_file_name(node_text(name));
	return diagnostics_add(diagnostics, DIAGNOSTIC_CODE_MISSING_ARTIFACT, name,
		is_file ? "There is no file \"%.*s\"%s%.*s%s"
			: "\"%.*s\" is neither an artifact nor a file%s%.*s%s",
		STRING_ARGUMENTS(node_text(name)), rest, STRING_ARGUMENTS(word),
		word.length ? "\"?" : "");
}

/* What types name may be built, or come with whoever uses them. */
static bool is_of_type(struct node name)
{
	struct node top = name;
	while (!node_is_absent(node_parent(node_parent(top))))
		top = node_parent(top);
	return string_ends_with(node_text(node_key(top)), "_types");
}

void named_files_check(const struct node *names, size_t count, struct string path,
	const struct files *files, struct diagnostics *diagnostics)
{
	struct search search = {
		.files = files, .arena = diagnostics->arena, .home = path_folder(path)};
	const struct node *first = NULL; /* that is missing without any near it */
	size_t missing = 0, near = 0;
	if (count == 0 || !path.length || folder_at(&search, search.home)->count == 0)
		return;
	/* A name that may be something else is told if one of a file is near it. */
	size_t certain = 0;
	bool *is_missing = arena_allocate(search.arena, count, sizeof(*is_missing));
	for (size_t i = 0; i < count; i++) {
		is_missing[i] = !is_found(&search, node_text(names[i]));
		struct string meant =
			is_missing[i] ? nearest(&search, node_text(names[i])) : STRING("");
		if (meant.length)
			report(diagnostics, names[i], "; did you mean \"", meant)->replacement =
				meant;
		struct string name = node_text(names[i]);
		bool is_certain = is_file_name(name) || !may_be_file_name(name);
		certain += is_certain || meant.length;
		is_missing[i] &= is_certain && !meant.length;
		near += meant.length > 0;
		missing += is_missing[i];
		first = is_missing[i] && !first ? &names[i] : first;
	}
	/* One that is there shows that this is the place for all of them. */
	if (missing + near < certain || near > 0 || is_in_archive(&search)) {
		for (size_t i = 0; i < count; i++)
			if (is_missing[i]) {
				struct diagnostic *diagnostic =
					report(diagnostics, names[i], "", STRING(""));
				if (is_of_type(names[i]))
					diagnostic->severity = DIAGNOSTIC_INFORMATION;
			}
	} else if (first) {
		struct string others = STRING("");
		if (missing == 2)
			others = STRING(", nor the other one that is named here");
		else if (missing > 2)
			others = arena_format(search.arena,
				", nor any of the %zu others that are named here", missing - 1);
		struct diagnostic *diagnostic =
			report(diagnostics, *first, others.bytes, STRING(""));
		diagnostic->severity = DIAGNOSTIC_INFORMATION;
	}
}
