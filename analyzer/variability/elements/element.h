/* Elements: everything in a service template that can be present or absent.
 *
 * Eleven kinds, listed in canonical order: first by kind, within a kind in the order
 * of population. The canonical order decides which conditions are generated first and
 * which of several models is the result. An element knows where it is written, what it
 * belongs to and what it is connected with; whether it is present is not its business.
 *
 * Elements never change once their graph is built and live as long as it does. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_ELEMENT_H
#define ANALYZER_VARIABILITY_ELEMENTS_ELEMENT_H

#include "analyzer/language/grammar/element_kinds.h"
#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	ELEMENT_NO_INDEX = -1
};

struct element;
struct stored_keywords;
struct technology_rule;
struct technology_scenario;

/* Borrowed from the graph. */
struct elements {
	struct element *const *items;
	uint32_t count;
};

struct element {
	enum element_kind kind;
	uint32_t position;  /* stays with it through edits: see element_order */
	int32_t index;      /* in the list that holds it; ELEMENT_NO_INDEX for nodes, groups */
	struct string name; /* of a technology in lower case, of an import its index */
	struct element *container; /* NULL at the top level */

	/* As written. A key stands for a name in a mapping or a one-entry list item; for types
	 * and technologies in short form, key and value are the string itself. Both are absent
	 * for what nobody wrote: unknown alternatives, the type of an artifact without one. A
	 * technology that a rule assigns has the nodes of that rule. */
	struct node key;
	struct node value;

	/* Elements of the same name, or for types and technologies of the same container, of
	 * which one may be the default; this one included. */
	struct elements alternatives;

	bool is_default_alternative;  /* default_alternative: true */
	bool has_default_alternative; /* the key is given at all */
	bool is_unknown;              /* a property whose value is VINTNER_UNDEFINED */
	bool is_synthetic;            /* added, not written: see key */
	bool has_keywords;            /* `value` is a map in which keywords of variability count */
	const struct stored_keywords *keywords; /* NULL if there are none */

	/* Contained elements; empty where a kind has none. */
	struct elements types;      /* nodes, relations, artifacts, groups, policies */
	struct elements properties; /* the same */

	union {
		struct {
			struct elements relations; /* outgoing, in order of the requirements */
			struct elements incoming;
			struct elements artifacts;
			struct elements technologies;
			double weight;
			bool is_anchor;
		} node;
		struct {
			struct element *target;     /* NULL if it does not exist */
			struct string relationship; /* empty: no relationship template */
			struct node
				relationship_key; /* of the template in relationship_templates */
			struct node relationship_value;
			bool is_hosting;
		} relation;
		struct {
			struct node expression;   /* wins over `content` */
			struct node content;      /* the value itself, unwrapped */
			struct elements consumed; /* inputs, elements its value refers to */
			bool is_listed;           /* written in a list, not in a map */
			bool lacks_value;         /* in a map, null would stand for one */
		} property;
		struct {
			struct elements targets; /* nodes and groups */
		} policy;
		struct {
			struct elements members; /* nodes and relations */
			bool is_variability_group;
		} group;
		struct {
			struct elements consumers; /* properties */
		} input;
		struct {
			struct elements producers; /* nodes, at most one */
		} output;
		struct {
			const struct technology_scenario *scenario; /* NULL: modelled by hand */
			const struct technology_rule *rule;         /* the rule that assigned it */
			const struct element *modelled; /* what a rule's candidate replaces */
			struct string assign;           /* node type it is written as */
			double weight;
			double priority;
		} technology;
	};
};

/* "node", "relation", … */
const char *element_kind_name(enum element_kind kind);

/* `relation.host@0.node.app` */
struct string element_id(const struct element *element, struct arena *arena);

/* `relation "host@0" of node "app"`; and as it starts a message, `Relation …` */
struct string element_display(const struct element *element, struct arena *arena);
struct string element_title(const struct element *element, struct arena *arena);

/* What belongs to the container of `relation`; NULL for other kinds. */
struct element *element_source(const struct element *relation);

/* Is it a variability group, or part of one? These hand their conditions to their members and
 * are gone before presence is decided. */
bool element_is_cleaned(const struct element *element);

/* Elements of which a default alternative among several has no conditions of its own: it is never
 * present unless what follows from the others says otherwise. */
bool element_kind_has_bare_default(enum element_kind kind);

#endif
