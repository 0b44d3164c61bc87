/* What is found in one section, as long as types and other elements answer its questions in the
 * same way. Counted by reference; revisions share it, and what is the same at another place shares
 * all but the places. */
#ifndef ANALYZER_MODEL_TEMPLATE_SECTION_TYPES_H
#define ANALYZER_MODEL_TEMPLATE_SECTION_TYPES_H

#include "analyzer/model/scope/template_scope.h"

#include <stdatomic.h>

struct section_types {
	atomic_int references;
	struct section_types *origin; /* owns all but the places of what is found; or NULL */
	struct arena *arena;
	struct diagnostics diagnostics;
	struct type_lookups lookups;
	struct template_notes notes; /* what it holds, and what it asks of others */
};

struct section_types *section_types_create(void);
struct section_types *section_types_retain(struct section_types *section);
void section_types_release(struct section_types *section); /* NULL is harmless */

/* A list of them that revisions share; it takes them over. Their traits: */
enum {
	SECTION_NAMES_FILES = 1 /* and one bit of the others for each element that it asks for */
};
struct shared_list section_types_list(struct section_types *const *sections, uint32_t count);

/* Copied with its messages. */
void section_types_add(struct section_types *to, const struct diagnostic *diagnostic);

/* Nodes with room for so many relationships and no more. */
uint32_t section_types_limits(const struct section_types *section);

/* What was in section `end` and behind it, before, is so much farther back. */
struct section_move {
	uint32_t first, end; /* sections that are others now */
	uint32_t shift;
};

/* Whether a place in it is another one now. */
bool section_types_is_moved(const struct section_types *section, const struct section_move *move);

/* The same with the places of now; NULL if one of them is gone. */
struct section_types *section_types_moved(
	struct section_types *section, const struct section_move *move);

/* Of what an edit changed: elements that look different to others. */
struct changed_elements {
	struct arena *arena;
	uint64_t *items;
	size_t count;
	size_t capacity;
};

/* Elements that are in the notes of one of them alone, or not like this in the other. */
void changed_elements_add(struct changed_elements *changed, const struct template_notes *before,
	const struct template_notes *after);

bool changed_elements_concern(
	const struct changed_elements *changed, const struct section_types *section);

/* The traits of sections that may be concerned. */
uint64_t changed_elements_traits(const struct changed_elements *changed);

#endif
