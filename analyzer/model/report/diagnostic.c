#include "analyzer/model/report/diagnostic.h"

#include <stdarg.h>

static struct diagnostic *add(struct diagnostics *diagnostics, enum diagnostic_code code,
	struct location location, struct string message)
{
	if (diagnostics->capacity == 0) { /* there is one of a section, mostly, and it is kept */
		diagnostics->items =
			arena_allocate(diagnostics->arena, 1, sizeof(*diagnostics->items));
		diagnostics->capacity = 1;
	}
	diagnostics->items = arena_reserve(diagnostics->arena, diagnostics->items,
		diagnostics->count, &diagnostics->capacity, sizeof(*diagnostics->items));
	struct diagnostic *diagnostic = &diagnostics->items[diagnostics->count++];
	*diagnostic = (struct diagnostic){
		.code = code,
		.severity = diagnostic_code_row(code)->severity,
		.location = location,
		.message = message,
		.variants = DIAGNOSTIC_EVERY_VARIANT,
	};
	return diagnostic;
}

struct diagnostics diagnostics_in(struct arena *arena)
{
	return (struct diagnostics){.arena = arena};
}

struct diagnostic *diagnostics_add(struct diagnostics *diagnostics, enum diagnostic_code code,
	struct node node, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct string message = arena_format_list(diagnostics->arena, format, arguments);
	va_end(arguments);
	return add(diagnostics, code, location_of(node), message);
}

struct diagnostic *diagnostics_add_at(struct diagnostics *diagnostics, enum diagnostic_code code,
	struct location location, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct string message = arena_format_list(diagnostics->arena, format, arguments);
	va_end(arguments);
	return add(diagnostics, code, location, message);
}

void diagnostic_relate(struct diagnostics *diagnostics, struct diagnostic *diagnostic,
	struct location location, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct string message = arena_format_list(diagnostics->arena, format, arguments);
	va_end(arguments);
	struct related_location *related =
		arena_reserve(diagnostics->arena, (void *)diagnostic->related,
			diagnostic->related_count, &diagnostic->related_capacity, sizeof(*related));
	related[diagnostic->related_count++] = (struct related_location){location, message};
	diagnostic->related = related;
}

void diagnostics_append(struct diagnostics *diagnostics, const struct diagnostics *from)
{
	for (size_t i = 0; i < from->count; i++) {
		const struct diagnostic *source = &from->items[i];
		struct diagnostic *copy =
			add(diagnostics, source->code, source->location, source->message);
		*copy = *source;
		/* Further related locations go to a copy, the shared list stays as it is. */
		copy->related_capacity = copy->related_count;
	}
}

static void own(struct arena *arena, struct string *text)
{
	if (text->length > 0)
		*text = arena_copy(arena, *text);
}

void diagnostics_own(struct diagnostics *diagnostics)
{
	struct arena *arena = diagnostics->arena;
	for (size_t i = 0; i < diagnostics->count; i++) {
		struct diagnostic *item = &diagnostics->items[i];
		struct related_location *related = (struct related_location *)item->related;
		own(arena, &item->replacement);
		own(arena, &item->location.file);
		own(arena, &item->origin.file);
		for (size_t k = 0; k < item->related_count; k++)
			own(arena, &related[k].location.file);
	}
}

struct location location_of(struct node node)
{
	return (struct location){.kind = LOCATION_NODE, .node = node.reference};
}

struct location location_of_part(struct node node, struct range part)
{
	return (struct location){.kind = LOCATION_PART, .node = node.reference, .part = part};
}

struct location location_in_file(struct string file, struct range range)
{
	return (struct location){.kind = LOCATION_FILE, .part = range, .file = file};
}

struct range location_range(const struct location *location, const struct syntax_tree *tree)
{
	struct range base;
	if (location->kind == LOCATION_FILE)
		return location->part;
	if (location->kind == LOCATION_SECTION)
		base = syntax_tree_section_range(tree, location->node.section);
	else
		base = node_range(syntax_tree_node(tree, location->node));
	if (location->kind == LOCATION_NODE)
		return base;
	struct range range = {base.start + location->part.start, base.start + location->part.end};
	if (range.end > base.end)
		range.end = base.end;
	if (range.start > range.end)
		range.start = range.end;
	return range;
}
