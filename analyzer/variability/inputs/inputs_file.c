#include "analyzer/variability/inputs/inputs_file.h"

#include "analyzer/model/text/xml_text.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/variability/values/value_reader.h"
#include "analyzer/variability/values/value_text.h"

#include <string.h>

static struct value read_yaml(
	struct arena *arena, struct string name, struct string text, struct string *error)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	struct node root = syntax_tree_root(tree);
	struct value inputs = value_from_map(arena, NULL, 0);
	const struct syntax_error *errors;
	size_t count;

	errors = syntax_tree_errors(tree, arena, &count);
	if (count > 0) {
		struct position place =
			syntax_tree_position(tree, errors[0].range.start, POSITION_UTF8);

		*error = arena_format(arena, "%.*s:%u: %.*s", STRING_ARGUMENTS(name),
			place.line + 1, STRING_ARGUMENTS(errors[0].message));
	} else if (node_kind(root) == NODE_MAPPING) {
		inputs = value_detach(arena, value_from_node(arena, root));
	} else if (!node_is_null(root)) {
		*error = arena_format(arena, "%.*s: inputs are a map from names to values",
			STRING_ARGUMENTS(name));
	}
	syntax_tree_release(tree);
	return inputs;
}

/* ---- FeatureIDE configurations ---- */

struct attribute {
	struct string name;
	struct string value;
};

struct attributes {
	struct attribute *items;
	size_t count;
	size_t capacity;
};

struct configuration {
	struct arena *arena;
	const char *next;
	const char *end;
	struct string name;          /* of the feature that is open; empty if none is */
	struct attributes feature;   /* what is said about it */
	struct value_entry *entries; /* the inputs so far */
	size_t count;
	size_t capacity;
};

static void add_attribute(
	struct arena *arena, struct attributes *attributes, struct string name, struct string value)
{
	attributes->items = arena_reserve(arena, attributes->items, attributes->count,
		&attributes->capacity, sizeof(*attributes->items));
	attributes->items[attributes->count++] = (struct attribute){name, value};
}

static struct string find_attribute(const struct attributes *attributes, struct string name)
{
	for (size_t i = 0; i < attributes->count; i++)
		if (string_equal(attributes->items[i].name, name))
			return attributes->items[i].value;
	return (struct string){0};
}

static struct string prefixed(struct arena *arena, const char *prefix, struct string name)
{
	return arena_format(arena, "%s%.*s", prefix, STRING_ARGUMENTS(name));
}

static void add_input(struct configuration *configuration, struct string name, struct value value)
{
	configuration->entries = arena_reserve(configuration->arena, configuration->entries,
		configuration->count, &configuration->capacity, sizeof(*configuration->entries));
	configuration->entries[configuration->count++] =
		(struct value_entry){.key = name, .value = value};
}

/* Names of features in lower case, blanks as underscores; an attribute `__name` overrides. */
static struct string input_name(struct configuration *configuration)
{
	struct string name = find_attribute(&configuration->feature, STRING("__name"));
	char *bytes;

	if (name.bytes)
		return name;
	bytes = arena_allocate(configuration->arena, configuration->name.length + 1, 1);
	for (size_t i = 0; i < configuration->name.length; i++) {
		char byte = configuration->name.bytes[i];

		bytes[i] = byte == ' ' ? '_' : string_lower(byte);
	}
	return (struct string){bytes, configuration->name.length};
}

static bool is_selected(const struct attributes *feature)
{
	return string_is(find_attribute(feature, STRING("automatic")), "selected") ||
	       string_is(find_attribute(feature, STRING("manual")), "selected");
}

static bool is_own_attribute(struct string name)
{
	return !string_is(name, "automatic") && !string_is(name, "manual") &&
	       !string_is(name, "name") && !string_starts_with(name, "__");
}

/* Turns the feature that is open, if one is, into inputs. */
static void close_feature(struct configuration *configuration)
{
	struct arena *arena = configuration->arena;
	const struct attributes *feature = &configuration->feature;
	struct string name;

	if (configuration->name.length == 0)
		return;
	name = input_name(configuration);
	add_input(configuration, name, value_from_boolean(is_selected(feature)));
	for (size_t i = 0; i < feature->count; i++) {
		struct attribute attribute = feature->items[i];
		struct string full, part;

		if (!is_own_attribute(attribute.name))
			continue;
		full = find_attribute(feature, prefixed(arena, "__full_name_", attribute.name));
		part = find_attribute(feature, prefixed(arena, "__name_", attribute.name));
		if (!part.bytes)
			part = attribute.name;
		if (!full.bytes)
			full = arena_format(
				arena, "%.*s_%.*s", STRING_ARGUMENTS(name), STRING_ARGUMENTS(part));
		add_input(configuration, full, value_from_json_or_text(arena, attribute.value));
	}
	configuration->name = (struct string){0};
	configuration->feature = (struct attributes){0};
}

static struct string decoded(struct arena *arena, struct string text)
{
	static const struct {
		const char *entity;
		char byte;
	} entities[] = {
		{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
	struct text_buffer buffer = {.arena = arena};

	for (size_t i = 0; i < text.length;) {
		struct string rest = string_slice(text, i, text.length);
		size_t length = 1;
		char byte = text.bytes[i];

		for (size_t e = 0; e < sizeof(entities) / sizeof(entities[0]); e++) {
			if (string_starts_with(rest, entities[e].entity)) {
				byte = entities[e].byte;
				length = strlen(entities[e].entity);
			}
		}
		text_buffer_add_byte(&buffer, byte);
		i += length;
	}
	return text_buffer_string(&buffer);
}

static bool is_name_byte(char byte)
{
	return byte && !strchr(" \t\r\n=/>\"'<?", byte);
}

static void skip_spaces(struct configuration *configuration)
{
	while (configuration->next < configuration->end && *configuration->next &&
		strchr(" \t\r\n", *configuration->next))
		configuration->next++;
}

static struct string read_name(struct configuration *configuration)
{
	const char *start = configuration->next;

	while (configuration->next < configuration->end && is_name_byte(*configuration->next))
		configuration->next++;
	return (struct string){start, (size_t)(configuration->next - start)};
}

static struct string read_quoted(struct configuration *configuration)
{
	const char *start, *end;
	char quote;

	if (configuration->next >= configuration->end ||
		(*configuration->next != '"' && *configuration->next != '\''))
		return (struct string){0};
	quote = *configuration->next++;
	start = configuration->next;
	end = memchr(start, quote, (size_t)(configuration->end - start));
	if (!end)
		return (struct string){0};
	configuration->next = end + 1;
	return decoded(configuration->arena, (struct string){start, (size_t)(end - start)});
}

/* The attributes of a tag, up to its end. */
static struct attributes read_attributes(struct configuration *configuration)
{
	struct attributes attributes = {0};

	for (;;) {
		struct string name, value;

		skip_spaces(configuration);
		name = read_name(configuration);
		skip_spaces(configuration);
		if (name.length == 0 || configuration->next >= configuration->end ||
			*configuration->next != '=')
			return attributes;
		configuration->next++;
		skip_spaces(configuration);
		value = read_quoted(configuration);
		if (!value.bytes)
			return attributes;
		add_attribute(configuration->arena, &attributes, name, value);
	}
}

/* Attributes of a feature stand in its own tag, or in tags "attribute" inside it. */
static void read_tag(struct configuration *configuration)
{
	struct string tag = read_name(configuration);
	struct attributes attributes = read_attributes(configuration);

	if (string_is(tag, "feature")) {
		close_feature(configuration);
		configuration->name = find_attribute(&attributes, STRING("name"));
		configuration->feature = attributes;
	} else if (string_is(tag, "attribute") && configuration->name.length > 0) {
		struct string name = find_attribute(&attributes, STRING("name"));

		if (name.length > 0)
			add_attribute(configuration->arena, &configuration->feature, name,
				find_attribute(&attributes, STRING("value")));
	}
}

static struct value read_feature_ide(
	struct arena *arena, struct string name, struct string text, struct string *error)
{
	struct configuration configuration = {
		.arena = arena, .next = text.bytes, .end = text.bytes + text.length};
	const char *mistake = xml_text_mistake(text, arena);
	bool some = false;

	while (configuration.next < configuration.end) {
		const char *open = memchr(
			configuration.next, '<', (size_t)(configuration.end - configuration.next));

		if (!open)
			break;
		configuration.next = open + 1;
		if (string_starts_with(
			    (struct string){open, (size_t)(configuration.end - open)}, "<!--")) {
			while (configuration.next < configuration.end &&
				!string_starts_with(
					(struct string){configuration.next,
						(size_t)(configuration.end - configuration.next)},
					"-->"))
				configuration.next++;
			continue;
		}
		some = true;
		read_tag(&configuration);
	}
	close_feature(&configuration);
	if (!some && text.length > 0)
		*error = arena_format(
			arena, "%.*s: not a FeatureIDE configuration", STRING_ARGUMENTS(name));
	else if (mistake)
		*error = arena_format(
			arena, "%.*s: no valid XML: %s", STRING_ARGUMENTS(name), mistake);
	return value_from_map(arena, configuration.entries, configuration.count);
}

struct value inputs_file_read(
	struct arena *arena, struct string name, struct string text, struct string *error)
{
	*error = STRING("");
	if (string_ends_with(name, ".xml"))
		return read_feature_ide(arena, name, text, error);
	return read_yaml(arena, name, text, error);
}
