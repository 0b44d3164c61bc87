#include "analyzer/ide/edits/assignment.h"

#include "analyzer/ide/edits/insertion.h"
#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/expressions/value_expression.h"
#include "analyzer/variability/resolution/template_resolution.h"

enum {
	LONGEST_NAME = 40
};

/* The inputs, a map, without those whose defaults these are anyway. */
static struct value assignment_without_defaults(
	const struct analysis *analysis, struct value inputs, struct arena *arena)
{
	bool has_defaults = analysis_variant_count(analysis) > 0 &&
			    analysis_variant(analysis, 0)->origin == VARIANT_DEFAULTS;
	struct value_context *defaults =
		has_defaults ? analysis_value_context(analysis, 0, arena) : NULL;
	struct value_entry *entries;
	size_t count = 0;

	if (inputs.kind != VALUE_MAP)
		return inputs;
	entries = arena_allocate(arena, inputs.map->count + 1, sizeof(*entries));
	for (size_t i = 0; i < inputs.map->count; i++) {
		const struct value_entry *entry = &inputs.map->entries[i];
		struct value_result known = defaults ? value_of_input(defaults, entry->key)
						     : (struct value_result){.outcome = VALUE_OPEN};

		if (known.outcome != VALUE_KNOWN || !value_equal(known.value, entry->value))
			entries[count++] = *entry;
	}
	return value_from_map(arena, entries, count);
}

/* ---- as they are written ---- */

/* In any case. */
static bool is_same_word(struct string text, struct string word)
{
	size_t same = 0;

	while (same < text.length && same < word.length &&
		string_lower(text.bytes[same]) == word.bytes[same])
		same++;
	return same == text.length && same == word.length;
}

/* A word that YAML reads as a text and nothing else. */
static bool is_word(struct string text)
{
	static const char *const others[] = {
		"true", "false", "yes", "no", "on", "off", "null", "y", "n", "inf", "nan"};
	bool is_plain = text.length > 0 && ((text.bytes[0] >= 'a' && text.bytes[0] <= 'z') ||
						   (text.bytes[0] >= 'A' && text.bytes[0] <= 'Z'));

	for (size_t i = 0; i < text.length && is_plain; i++) {
		char c = text.bytes[i];

		is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			   (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]) && is_plain; i++)
		is_plain = !is_same_word(text, string_from(others[i]));
	return is_plain;
}

static struct string written(struct value value, struct arena *arena)
{
	return value.kind == VALUE_STRING && is_word(value.string) ? value.string
								   : value_json(arena, value);
}

/* The entries of a map, with something between them. */
static struct string entries_text(struct value map, const char *between, struct arena *arena)
{
	struct string text = STRING("");

	for (size_t i = 0; map.kind == VALUE_MAP && i < map.map->count; i++) {
		const struct value_entry *entry = &map.map->entries[i];

		text = arena_format(arena, "%.*s%s%.*s: %.*s", STRING_ARGUMENTS(text),
			i > 0 ? between : "",
			STRING_ARGUMENTS(written(value_from_string(entry->key), arena)),
			STRING_ARGUMENTS(written(entry->value, arena)));
	}
	return text;
}

/* ---- names ---- */

static struct string plain(struct string text, struct arena *arena)
{
	struct string copy = arena_copy(arena, text);
	char *bytes = (char *)copy.bytes;

	for (size_t i = 0; i < copy.length; i++) {
		char c = bytes[i];
		bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
				(c >= '0' && c <= '9') || c == '_' || c == '-';

		if (!is_plain)
			bytes[i] = '_';
	}
	return copy;
}

static struct string value_word(struct value value, struct arena *arena)
{
	return plain(value.kind == VALUE_STRING ? value.string : value_json(arena, value), arena);
}

/* A name for a preset or a test, made of the values that tell: `stage_prod`. Not one of `taken`. */
static struct string assignment_name(struct value inputs,
	bool (*is_taken)(const void *context, struct string name), const void *context,
	struct arena *arena)
{
	struct string name = STRING(""), numbered;

	for (size_t i = 0; inputs.kind == VALUE_MAP && i < inputs.map->count; i++) {
		const struct value_entry *entry = &inputs.map->entries[i];
		struct string key = plain(entry->key, arena);
		bool is_true = entry->value.kind == VALUE_BOOLEAN && entry->value.boolean;
		bool is_false = entry->value.kind == VALUE_BOOLEAN && !is_true;
		struct string more = arena_format(arena, "%.*s%s%s%.*s%s%.*s",
			STRING_ARGUMENTS(name), name.length > 0 ? "_" : "", is_false ? "no_" : "",
			STRING_ARGUMENTS(key), is_true || is_false ? "" : "_",
			STRING_ARGUMENTS(is_true || is_false ? STRING("")
							     : value_word(entry->value, arena)));

		if (more.length > LONGEST_NAME)
			break;
		name = more;
	}
	if (name.length == 0)
		name = STRING("inputs");
	numbered = name;
	for (unsigned i = 2; is_taken(context, numbered); i++)
		numbered = arena_format(arena, "%.*s_%u", STRING_ARGUMENTS(name), i);
	return numbered;
}

/* ---- presets ---- */

/* Names of presets: those of the template, and those that are about to be. */
struct preset_names {
	const struct syntax_tree *tree;
	const struct string *more;
	size_t count;
};

static bool is_preset(const void *context, struct string name)
{
	const struct preset_names *names = context;

	for (size_t i = 0; i < names->count; i++)
		if (string_equal(names->more[i], name))
			return true;
	return !node_is_absent(names_find(names->tree, DECLARED_PRESET, name).key);
}

static struct string preset_text(struct value inputs, struct arena *arena)
{
	return arena_format(
		arena, "{inputs: {%.*s}}", STRING_ARGUMENTS(entries_text(inputs, ", ", arena)));
}

bool assignment_as_preset(const struct analysis *analysis, struct value inputs, struct string name,
	struct text_edit *edit, struct arena *arena)
{
	struct preset_names names = {.tree = analysis_tree(analysis)};
	struct value telling = assignment_without_defaults(analysis, inputs, arena);

	if (name.length == 0 || is_preset(&names, name))
		name = assignment_name(telling, is_preset, &names, arena);
	return insertion_of(
		names.tree, DECLARED_PRESET, name, preset_text(telling, arena), edit, arena);
}

/* All are written as if they were the value of the first one's name. */
static bool insert_presets(const struct preset_names *names, const struct string *texts,
	const char *between, struct text_edit *edit, struct arena *arena)
{
	struct string text = texts[0];

	for (size_t i = 1; i < names->count; i++)
		text = arena_format(arena, "%.*s%s%.*s: %.*s", STRING_ARGUMENTS(text), between,
			STRING_ARGUMENTS(names->more[i]), STRING_ARGUMENTS(texts[i]));
	return insertion_of(names->tree, DECLARED_PRESET, names->more[0], text, edit, arena);
}

bool assignments_as_presets(const struct analysis *analysis, const struct value *inputs,
	size_t count, struct text_edit *edit, struct arena *arena)
{
	struct string *taken = arena_allocate(arena, count + 1, sizeof(*taken));
	struct string *texts = arena_allocate(arena, count + 1, sizeof(*texts));
	struct preset_names names = {analysis_tree(analysis), taken, 0};

	for (; names.count < count; names.count++) {
		struct value telling =
			assignment_without_defaults(analysis, inputs[names.count], arena);

		taken[names.count] = assignment_name(telling, is_preset, &names, arena);
		texts[names.count] = preset_text(telling, arena);
	}
	return count > 0 && (insert_presets(&names, texts, "\n", edit, arena) ||
				    insert_presets(&names, texts, ", ", edit, arena));
}

/* ---- tests ---- */

struct test_place {
	const struct files *files;
	struct string path; /* of the template */
	struct arena *arena;
};

static struct string folder_of(const struct test_place *place, struct string name)
{
	return path_join(place->arena, path_folder(place->path),
		arena_format(place->arena, "tests/%.*s", STRING_ARGUMENTS(name)));
}

static bool is_test(const void *context, struct string name)
{
	const struct test_place *place = context;
	size_t count;

	files_list(place->files, folder_of(place, name), place->arena, &count);
	return count > 0;
}

/* The result, or the error that keeps it from being one. */
static void add_result(struct assignment_test *test, const struct template_resolution *resolution,
	struct arena *arena)
{
	struct yaml_writer *writer = yaml_writer_create();
	struct template_refusal refusal;
	struct string template =
		path_relative(arena, test->folder, path_normalize(resolution->path, arena));

	test->test = arena_format(arena, "template: %.*s\n",
		STRING_ARGUMENTS(written(value_from_string(template), arena)));
	if (template_resolve(arena, resolution, writer, &refusal))
		test->expected = arena_copy(arena, yaml_writer_text(writer));
	else
		test->test = arena_format(arena, "%.*serror: %.*s\n", STRING_ARGUMENTS(test->test),
			STRING_ARGUMENTS(value_json(arena, value_from_string(refusal.error))));
	yaml_writer_destroy(writer);
}

struct assignment_test assignment_as_test(const struct analysis *analysis, struct string path,
	const struct files *files, struct value inputs, struct string name, struct arena *arena)
{
	struct test_place place = {files, path, arena};
	struct value telling = assignment_without_defaults(analysis, inputs, arena);
	struct template_resolution resolution = {
		.tree = analysis_tree(analysis), .path = path, .files = files, .inputs = telling};
	struct string text = entries_text(telling, "\n", arena);
	struct assignment_test test = {0};

	if (name.length == 0 || is_test(&place, name))
		name = assignment_name(telling, is_test, &place, arena);
	test.folder = folder_of(&place, name);
	test.inputs = text.length > 0 ? arena_format(arena, "%.*s\n", STRING_ARGUMENTS(text))
				      : STRING("{}\n");
	add_result(&test, &resolution, arena);
	return test;
}
