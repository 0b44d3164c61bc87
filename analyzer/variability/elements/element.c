#include "analyzer/variability/elements/element.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static size_t write_index(char *bytes, size_t size, const struct element *element)
{
	if (element->index == ELEMENT_NO_INDEX)
		return 0;
	return (size_t)snprintf(bytes, size, "@%d", (int)element->index);
}

static char *append(char *end, struct string string)
{
	if (string.length)
		memcpy(end, string.bytes, string.length);
	return end + string.length;
}

/* Kind, name and index of the element and its containers, with what stands between:
 * `relation.host@0.node.app` or `relation "host@0" of node "app"`. */
static struct string describe(const struct element *element, struct arena *arena, const char *open,
	const char *close, const char *of)
{
	struct string before = string_from(open), behind = string_from(close);
	size_t length = 0;

	for (const struct element *e = element; e; e = e->container)
		length += string_from(element_kind_row(e->kind)->name).length + before.length +
			  e->name.length + behind.length + string_from(of).length + 16;

	char *bytes = arena_allocate(arena, length + 1, 1);
	char *end = bytes;

	for (const struct element *e = element; e; e = e->container) {
		end = append(end, string_from(element_kind_row(e->kind)->name));
		end = append(end, before);
		end = append(end, e->name);
		end += write_index(end, 16, e);
		end = append(end, behind);
		if (e->container)
			end = append(end, string_from(of));
	}
	*end = '\0';
	assert((size_t)(end - bytes) <= length);
	return (struct string){bytes, (size_t)(end - bytes)};
}

const char *element_kind_name(enum element_kind kind)
{
	return element_kind_row(kind)->name;
}

struct string element_id(const struct element *element, struct arena *arena)
{
	return describe(element, arena, ".", "", ".");
}

struct string element_display(const struct element *element, struct arena *arena)
{
	return describe(element, arena, " \"", "\"", " of ");
}

struct string element_title(const struct element *element, struct arena *arena)
{
	struct string display = element_display(element, arena);
	const char *capital = element_kind_row(element->kind)->display;

	((char *)display.bytes)[0] = capital[0];
	return display;
}

bool element_is_cleaned(const struct element *element)
{
	while (element->container)
		element = element->container;
	return element->kind == ELEMENT_GROUP && element->group.is_variability_group;
}

bool element_kind_has_bare_default(enum element_kind kind)
{
	switch (kind) {
	case ELEMENT_RELATION:
	case ELEMENT_PROPERTY:
	case ELEMENT_ARTIFACT:
	case ELEMENT_TYPE:
	case ELEMENT_TECHNOLOGY:
		return true;
	default:
		return false;
	}
}

struct element *element_source(const struct element *relation)
{
	return relation->kind == ELEMENT_RELATION ? relation->container : NULL;
}
