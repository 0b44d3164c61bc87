/* Of the names in a section, those that have to be declared in their document, and what declares
 * them: kept as long as the section is, so they are small.
 *
 * Names point into the text of the section, containers into the arena. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_KEPT_NAMES_H
#define ANALYZER_IDE_DIAGNOSTICS_KEPT_NAMES_H

#include "analyzer/ide/names/uses.h"
#include "analyzer/language/diagnostics/diagnostic_codes.h"

/* As in uses.h. */
struct kept_name {
	struct string name;
	struct string container;
	uint32_t node; /* in the section */
	uint8_t kind;
	uint8_t alternative; /* the kind itself, if there is none */
	uint8_t words;
	bool is_declaration;
	bool may_be_imported;
	bool is_part;
	struct range part;
};

struct kept_names {
	const struct kept_name *items;
	size_t count;
};

struct kept_names kept_names_of_section(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena);

bool kept_names_equal(struct kept_names a, struct kept_names b);

/* What it is called if a name of the kind is not declared; false if it need not be: types, for
 * instance, may come from elsewhere. */
bool kept_name_code(enum declared_kind kind, enum diagnostic_code *code);

#endif
