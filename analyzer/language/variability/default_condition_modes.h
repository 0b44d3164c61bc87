/* Default condition modes: what the generated condition of an element asks for.
 *
 * A mode is a chain of words joined by "-"; each kind of element knows its own
 * words, listed here. Kinds without words have no mode. */
#ifndef ANALYZER_LANGUAGE_VARIABILITY_DEFAULT_CONDITION_MODES_H
#define ANALYZER_LANGUAGE_VARIABILITY_DEFAULT_CONDITION_MODES_H

#include "analyzer/language/grammar/element_kinds.h"
#include "analyzer/text/string.h"

enum default_condition_mode {
#define DEFAULT_CONDITION_MODE(kind, token, name, category, summary) MODE_##kind##_##token,
#include "analyzer/language/variability/default_condition_modes.def"
#undef DEFAULT_CONDITION_MODE
	MODE_TOTAL,
	MODE_NONE = MODE_TOTAL
};

/* Consistency conditions keep the result well-formed, semantic ones drop what nobody needs. */
enum condition_category {
	CONDITION_CONSISTENCY,
	CONDITION_SEMANTIC,
};

struct default_condition_mode_row {
	enum element_kind kind;
	const char *name;
	enum condition_category category;
	const char *summary;
};

const struct default_condition_mode_row *default_condition_mode_row(
	enum default_condition_mode mode);

/* MODE_NONE if elements of `kind` know no such word. */
enum default_condition_mode default_condition_mode_find(enum element_kind kind, struct string name);

/* Takes the next word off the front of `*rest`, which is a mode such as "source-target"; false
 * if nothing is left. An empty word is a word. Start with `*rest` = the whole mode. */
bool default_condition_mode_split(struct string *rest, struct string *word);

/* Words of older texts: the current word for `name`, NULL if it is none of them. */
const char *deprecated_mode_replacement(enum element_kind kind, struct string name);

#endif
