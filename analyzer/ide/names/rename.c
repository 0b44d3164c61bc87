#include "analyzer/ide/names/rename.h"

#include "analyzer/ide/cursor/call.h"
#include "analyzer/ide/names/anchors.h"
#include "analyzer/ide/names/import_target.h"
#include "analyzer/ide/names/test_names.h"
#include "analyzer/ide/names/uses.h"
#include "analyzer/ide/text/name_text.h"
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/language/grammar/words.h"
#include "analyzer/text/path.h"

#include <stdlib.h>
#include <string.h>

struct renaming {
	struct arena *arena;
	const struct meaning *subject;
	const struct mention *at;
	struct string name;
	struct rename_edit *edits;
	size_t count, capacity;
	struct string *files; /* in the order in which they were looked into */
	size_t file_count, file_capacity;
	struct string error;
};

/* ---- what can be renamed ---- */

/* What a rename is about: all that types say of it, so that templates go on fitting them. */
static const struct meaning *subject_of(const struct mention *mention)
{
	return mention->has_member ? &mention->member : &mention->element;
}

static bool has_colon(struct string name)
{
	return memchr(name.bytes, ':', name.length) != NULL;
}

static struct string refusal(
	const struct known_file *file, const struct mention *mention, struct arena *arena)
{
	const char *noun = declared_kind_noun(subject_of(mention)->kind);
	struct string name = subject_of(mention)->name;
	if (!node_is_absent(mention->by_position.key)) {
		return arena_format(arena, "\"%.*s\" is the position of the %s \"%.*s\"",
			STRING_ARGUMENTS(node_text(mention->node)), noun, STRING_ARGUMENTS(name));
	}
	if (mention->type && type_is_normative(mention->type)) {
		return arena_format(arena, "the %s \"%.*s\" is part of the language", noun,
			STRING_ARGUMENTS(name));
	}
	if (mention->has_member && type_is_normative(mention->first->origin)) {
		return arena_format(arena,
			"the %s \"%.*s\" is declared by the normative type \"%.*s\"", noun,
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(mention->first->origin->name));
	}
	if (mention->type && has_colon(name)) {
		return arena_format(arena,
			"the %s \"%.*s\" has a colon, which separates the prefix of an import",
			noun, STRING_ARGUMENTS(name));
	}
	if (node_scalar_style(mention->node) == SCALAR_LITERAL ||
		node_scalar_style(mention->node) == SCALAR_FOLDED)
		return STRING("a name in a block scalar cannot be renamed");
	if (mention->has_member || mention->type || mention->function)
		return (struct string){"", 0};
	struct mentions found = mentions_declaring(file, &mention->element, arena);
	for (size_t i = 0; i < found.count; i++)
		if (found.items[i].is_declaration)
			return (struct string){"", 0};
	return arena_format(
		arena, "the %s \"%.*s\" is declared nowhere", noun, STRING_ARGUMENTS(name));
}

static bool prefix_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct rename_subject *subject)
{
	bool is_prefix = false;
	size_t count = 0;
	const struct import_mention *mentions =
		import_mentions_at(file, offset, arena, &is_prefix, &count);
	for (size_t i = 0; is_prefix && i < count; i++) {
		struct range range = mentions[i].range;
		if (mentions[i].is_declaration)
			subject->name = node_text(mentions[i].node);
		if (offset >= node_range(mentions[i].node).start && offset <= range.end)
			subject->range = range;
	}
	return subject->name.length > 0;
}

static bool anchor_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct rename_subject *subject)
{
	size_t count = 0;
	const struct anchor_place *anchors = anchors_at(file->tree, offset, arena, &count);
	for (size_t i = 0; i < count; i++) {
		if (offset + 1 >= anchors[i].range.start && offset <= anchors[i].range.end) {
			subject->range = anchors[i].range;
			subject->name = syntax_tree_text(file->tree, subject->range, arena);
			return true;
		}
	}
	return false;
}

struct rename_subject rename_prepare(
	const struct known_file *file, uint32_t offset, struct arena *arena)
{
	struct rename_subject subject = {0};
	struct mention mention;
	if (anchor_at(file, offset, arena, &subject) || prefix_at(file, offset, arena, &subject) ||
		!mention_at(file, offset, arena, &mention))
		return subject;
	subject.error = refusal(file, &mention, arena);
	subject.range = mention.range;
	subject.name = subject_of(&mention)->name;
	return subject;
}

/* ---- collisions ---- */

static void refuse(struct renaming *renaming, const char *reason)
{
	if (renaming->error.length == 0) {
		renaming->error = arena_format(
			renaming->arena, "\"%.*s\" %s", STRING_ARGUMENTS(renaming->name), reason);
	}
}

static void check_name(struct renaming *renaming, const struct known_file *file)
{
	struct string name = renaming->name;
	enum declared_kind kind = renaming->subject->kind;
	if (!name_is_writable(name))
		refuse(renaming, "is no name on one line");
	else if ((renaming->at->type || kind == DECLARED_FUNCTION) && has_colon(name))
		refuse(renaming, "has a colon, which separates the prefix of an import");
	else if (kind == DECLARED_FUNCTION && string_starts_with(name, "$"))
		refuse(renaming, "begins with a dollar sign, as calls of functions do");
	else if (kind == DECLARED_FUNCTION && function_find(place_version(file->tree), name))
		refuse(renaming, "is a function of the language");
	else if (word_find(name, WORD_FOR_ELEMENT))
		refuse(renaming, "is a keyword");
	else if (kind == DECLARED_DATA_TYPE &&
		 primitive_type_find(place_version(file->tree), name) != PRIMITIVE_NONE)
		refuse(renaming, "is a primitive type");
	else if (kind == DECLARED_REQUIREMENT &&
		 name_is_hosting(name) != name_is_hosting(renaming->subject->name))
		refuse(renaming, name_is_hosting(name) ? "says that the node is hosted"
						       : "does not say that the node is hosted");
}

/* Elements of the same kind and place. */
static void check_elements(struct renaming *renaming, const struct known_file *file)
{
	const struct meaning *element = &renaming->at->element;
	struct use_list uses = uses_of(file->tree, renaming->arena);
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (use->is_declaration && use->kind == element->kind &&
			string_equal(use->name, renaming->name) &&
			string_equal(use->container, element->container))
			refuse(renaming, "exists already");
	}
}

static bool is_same_type(const struct type *a, const struct type *b)
{
	return a->kind == b->kind && string_equal(a->name, b->name) &&
	       string_equal(type_path(a), type_path(b));
}

static bool derives_from(const struct type *type, const struct type *ancestor)
{
	while (type && !is_same_type(type, ancestor))
		type = type->parent;
	return type != NULL;
}

static bool part_of(enum declared_kind kind, enum type_part *part)
{
	static const enum declared_kind kinds[PART_TOTAL] = {
		[PART_PROPERTIES] = DECLARED_PROPERTY,
		[PART_ATTRIBUTES] = DECLARED_ATTRIBUTE,
		[PART_CAPABILITIES] = DECLARED_CAPABILITY,
		[PART_REQUIREMENTS] = DECLARED_REQUIREMENT,
		[PART_INTERFACES] = DECLARED_INTERFACE,
		[PART_ARTIFACTS] = DECLARED_ARTIFACT,
	};
	for (size_t i = 0; i < PART_TOTAL; i++) {
		if (kinds[i] == kind) {
			*part = (enum type_part)i;
			return true;
		}
	}
	return false;
}

/* Types that have the member may have another one of the new name, of their own or inherited. */
static void check_members(struct renaming *renaming, const struct known_file *file)
{
	enum type_part part;
	size_t count = 0;
	const struct type *const *types = types_all(file->types, &count);
	if (!part_of(renaming->subject->kind, &part))
		return;
	for (size_t i = 0; i < count; i++)
		if (derives_from(types[i], renaming->at->first->origin) &&
			type_members_find(
				type_members(types[i], part, renaming->arena), renaming->name))
			refuse(renaming, "exists already");
}

/* What the new name would mean behind the prefix with which the type is named here. */
static void check_type(
	struct renaming *renaming, const struct known_file *file, const struct mention *mention)
{
	struct string written = node_text(mention->node);
	size_t prefix = written.length - renaming->subject->name.length;
	struct string renamed = arena_format(renaming->arena, "%.*s%.*s", (int)prefix,
		written.bytes, STRING_ARGUMENTS(renaming->name));
	if (types_find(file->types, mention->type->kind, renamed))
		refuse(renaming, "exists already");
}

/* The same of a function. */
static void check_call(
	struct renaming *renaming, const struct known_file *file, const struct mention *mention)
{
	struct function_definition found;
	struct string written = call_own_name(place_version(file->tree), node_text(mention->node));
	size_t prefix = written.length - renaming->subject->name.length;
	struct string renamed = arena_format(renaming->arena, "%.*s%.*s", (int)prefix,
		written.bytes, STRING_ARGUMENTS(renaming->name));
	if (function_definition_find(file->tree, file->types, renamed, &found))
		refuse(renaming, "exists already");
}

/* Keys beside this one, for which nothing else speaks. */
static void check_neighbours(struct renaming *renaming, const struct mention *mention)
{
	struct node map = node_parent(mention->node);
	if (!node_is_absent(mention->value) && node_kind(map) == NODE_MAPPING &&
		!node_is_absent(node_find(map, renaming->name).key))
		refuse(renaming, "exists already");
}

/* ---- edits ---- */

static size_t number_of_file(struct renaming *renaming, struct string path)
{
	for (size_t i = renaming->file_count; i > 0; i--)
		if (string_equal(renaming->files[i - 1], path))
			return i - 1;
	renaming->files = arena_reserve(renaming->arena, renaming->files, renaming->file_count,
		&renaming->file_capacity, sizeof(*renaming->files));
	renaming->files[renaming->file_count] = path;
	return renaming->file_count++;
}

static void add(struct renaming *renaming, struct string path, const struct syntax_tree *tree,
	struct text_edit edit)
{
	path = path_normalize(path, renaming->arena);
	renaming->edits = arena_reserve(renaming->arena, renaming->edits, renaming->count,
		&renaming->capacity, sizeof(*renaming->edits));
	renaming->edits[renaming->count++] =
		(struct rename_edit){path, number_of_file(renaming, path), tree, edit};
}

static int compare_edits(const void *left, const void *right)
{
	const struct rename_edit *a = left;
	const struct rename_edit *b = right;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->edit.range.start != b->edit.range.start)
		return a->edit.range.start < b->edit.range.start ? -1 : 1;
	return 0;
}

/* Each file once and each place once, however many names mean it and tests share it: clients apply
 * what they are told literally. */
static struct rename settle(struct renaming *renaming)
{
	size_t count = 0;
	if (renaming->error.length > 0)
		return (struct rename){.error = renaming->error};
	if (renaming->count > 0)
		qsort(renaming->edits, renaming->count, sizeof(*renaming->edits), compare_edits);
	for (size_t i = 0; i < renaming->count; i++) {
		const struct rename_edit *last = count > 0 ? &renaming->edits[count - 1] : NULL;
		const struct rename_edit *edit = &renaming->edits[i];
		bool is_there = last && last->file == edit->file &&
				last->edit.range.end > edit->edit.range.start;
		if (!is_there)
			renaming->edits[count++] = *edit;
	}
	return (struct rename){renaming->edits, count, renaming->error};
}

static void rename_in(struct renaming *renaming, const struct known_file *file)
{
	struct mentions found = mentions_of(file, renaming->subject, renaming->arena);
	bool is_new = !string_equal(renaming->name, renaming->subject->name);
	if (found.count > 0 && is_new && renaming->at->has_member)
		check_members(renaming, file);
	for (size_t i = 0; i < found.count; i++) {
		const struct mention *mention = &found.items[i];
		if (!node_is_absent(mention->by_position.key))
			continue; /* the position stays as it is */
		if (mention->is_shared && is_new)
			refuse(renaming,
				"cannot be written below \"dsl_definitions\", where aliases "
				"repeat the name as that of something else, too");
		if (is_new && mention->type)
			check_type(renaming, file, mention);
		if (is_new && mention->function)
			check_call(renaming, file, mention);
		if (is_new)
			check_neighbours(renaming, mention);
		add(renaming, file->path, file->tree,
			name_edit(mention->node, mention->range, renaming->name, renaming->arena));
	}
}

static void rename_in_tests(struct renaming *renaming, const struct known_files *files)
{
	size_t count = 0;
	const struct test_name *names =
		test_names_of(renaming->subject, files, renaming->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct node node = names[i].node;
		struct range range = name_range(node, renaming->arena);
		struct node map = node_parent(node);
		if (!string_equal(renaming->name, renaming->subject->name) &&
			node_is_absent(node_key(node)) && node_kind(map) == NODE_MAPPING &&
			!node_is_absent(node_find(map, renaming->name).key))
			refuse(renaming, "exists already in a variability test");
		add(renaming, names[i].path, node.tree,
			name_edit(node, range, renaming->name, renaming->arena));
	}
}

static struct rename rename_anchor(const struct known_file *file, uint32_t offset,
	struct string old, struct string name, struct arena *arena)
{
	struct renaming renaming = {.arena = arena, .name = name};
	size_t count = 0;
	const struct anchor_place *anchors = anchors_at(file->tree, offset, arena, &count);
	if (!anchors_allow(name))
		refuse(&renaming, "is no name of an anchor: letters, digits, \"_\" and \"-\" are");
	else if (!string_equal(name, old) && anchors_would_mix(file->tree, offset, name, arena))
		refuse(&renaming, "is the name of another anchor, which aliases would mean then");
	for (size_t i = 0; renaming.error.length == 0 && i < count; i++)
		add(&renaming, file->path, file->tree, (struct text_edit){anchors[i].range, name});
	return settle(&renaming);
}

static bool is_prefix_of_import(const struct known_file *file, struct string name)
{
	struct type_import import;
	for (size_t i = 0; types_import_at(file->types, i, &import); i++)
		if (type_import_has_prefix(&import, name))
			return true;
	return false;
}

static bool is_type_of_file(
	const struct known_file *file, enum declared_kind kind, struct string name)
{
	return !node_is_absent(names_find(file->tree, kind, name).key);
}

/* Names from nowhere would seem to come from the import, and names from there to be those of types
 * of the file. */
static bool mixes_names(
	const struct known_file *file, struct string old, struct string name, struct arena *arena)
{
	const char *before = arena_format(arena, "%.*s:", STRING_ARGUMENTS(old)).bytes;
	const char *after = arena_format(arena, "%.*s:", STRING_ARGUMENTS(name)).bytes;
	struct use_list uses = uses_of(file->tree, arena);
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (is_type_of_file(file, use->kind, use->name))
			continue;
		if (string_starts_with(use->name, after))
			return true;
		if (string_starts_with(use->name, before) &&
			is_type_of_file(file, use->kind,
				arena_format(arena, "%.*s%s", STRING_ARGUMENTS(name),
					use->name.bytes + old.length)))
			return true;
	}
	return false;
}

static struct rename rename_prefix(const struct known_file *file, uint32_t offset,
	struct string old, struct string name, struct arena *arena)
{
	struct renaming renaming = {.arena = arena, .name = name};
	bool is_prefix;
	size_t count = 0;
	const struct import_mention *mentions =
		import_mentions_at(file, offset, arena, &is_prefix, &count);
	if (!name_is_writable(name))
		refuse(&renaming, "is no name on one line");
	else if (has_colon(name))
		refuse(&renaming, "has a colon, which separates the prefix of an import");
	else if (!string_equal(name, old) &&
		 (is_prefix_of_import(file, name) || mixes_names(file, old, name, arena)))
		refuse(&renaming, "exists already");
	for (size_t i = 0; renaming.error.length == 0 && i < count; i++) {
		add(&renaming, file->path, file->tree,
			name_edit(mentions[i].node, mentions[i].range, name, arena));
	}
	return settle(&renaming);
}

struct rename rename_edits(const struct known_file *file, const struct known_files *others,
	uint32_t offset, struct string name, struct arena *arena)
{
	struct rename_subject subject = {0};
	struct mention mention;
	name = arena_copy(arena, name);
	if (anchor_at(file, offset, arena, &subject))
		return rename_anchor(file, offset, subject.name, name, arena);
	if (prefix_at(file, offset, arena, &subject))
		return rename_prefix(file, offset, subject.name, name, arena);
	if (!mention_at(file, offset, arena, &mention))
		return (struct rename){.error = STRING("there is nothing to rename here")};
	struct renaming renaming = {
		.arena = arena,
		.subject = subject_of(&mention),
		.at = &mention,
		.name = name,
		.error = refusal(file, &mention, arena),
	};
	check_name(&renaming, file);
	if (mention.has_element && !mention.type && !mention.function &&
		!string_equal(name, mention.element.name))
		check_elements(&renaming, file);
	if (renaming.error.length == 0)
		rename_in(&renaming, file);
	if (renaming.error.length == 0 && others)
		rename_in_tests(&renaming, others);
	bool is_local =
		!mention.has_member && !mention.type && mention.element.kind != DECLARED_FUNCTION;
	for (size_t i = 0; others && i < others->count; i++) {
		const struct known_file *other =
			known_files_other(others, i, renaming.subject, is_local);
		if (renaming.error.length == 0 && other && !string_equal(other->path, file->path))
			rename_in(&renaming, other);
	}
	return settle(&renaming);
}
