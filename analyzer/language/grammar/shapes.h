/* Shapes: what the value of a keyname may look like.
 *
 * A shape is a small constant tree, written down in the tables of constructs and
 * keynames. One walker checks any file against them, and the same shapes tell
 * completion and hover what is expected at a place. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_SHAPES_H
#define ANALYZER_LANGUAGE_GRAMMAR_SHAPES_H

#include "analyzer/language/grammar/element_kinds.h"
#include "analyzer/language/grammar/versions.h"

#include <stdint.h>

enum shape_kind {
	SHAPE_ANYTHING, /* free-form: property values, function calls … */
	SHAPE_STRING,   /* text; in TOSCA 1.x any scalar is taken for text */
	SHAPE_BOOLEAN,
	SHAPE_INTEGER,
	SHAPE_NUMBER,
	SHAPE_WEIGHT,     /* a number from 0 to 1, or a Boolean */
	SHAPE_VERSION,    /* a TOSCA version: 1.2, 1.2.3.beta-4 */
	SHAPE_RANGE,      /* [lower, upper], upper may be UNBOUNDED */
	SHAPE_NAME,       /* the name of something, see `name` */
	SHAPE_WORD,       /* one of `words` */
	SHAPE_CONSTRUCT,  /* the mapping, or short form, of `construct` */
	SHAPE_MAP,        /* name → `element` */
	SHAPE_LIST,       /* items of `element` */
	SHAPE_NAMED_LIST, /* items with one entry each, name → `element`; its name is one that the
			     author chooses, or refers to what `name` says */
	SHAPE_COLLECTION, /* a map, or (variability, elements with conditions) a named list
			     whose entries are of `listed` if given, else of `element` */
	SHAPE_EITHER,     /* `element` or `other`, told apart by the kind of the node */
	SHAPE_CONSTRUCT_OR_ANYTHING, /* `construct` if a keyname of it is there, else free */
	SHAPE_PART, /* what is laid over a `construct` elsewhere: its keynames, none mandatory */

	/* Variability4TOSCA. */
	SHAPE_VARIABLE_VALUE, /* of a property in list form: `construct` if it has a value or
				 an expression, else free */
	SHAPE_CONDITION,      /* a logic expression or a list of them, all of which must hold */
	SHAPE_LOGIC_EXPRESSION,
	SHAPE_VALUE_EXPRESSION,
	SHAPE_NAMED_EXPRESSION,       /* either language: decided by who uses it */
	SHAPE_IMPLICATIONS,           /* list of [target] or [target, condition] */
	SHAPE_OPTIONS,                /* option → value */
	SHAPE_DEFAULT_CONDITION_MODE, /* of elements of `element_kind` */
};

/* What a name refers to. */
enum name_kind {
	NAME_OF_ANYTHING,
	NAME_OF_ARTIFACT_TYPE,
	NAME_OF_CAPABILITY_TYPE,
	NAME_OF_DATA_TYPE,
	NAME_OF_GROUP_TYPE,
	NAME_OF_INTERFACE_TYPE,
	NAME_OF_NODE_TYPE,
	NAME_OF_POLICY_TYPE,
	NAME_OF_RELATIONSHIP_TYPE,
	NAME_OF_NODE,               /* a node template */
	NAME_OF_NODE_OR_NODE_TYPE,  /* target of a requirement */
	NAME_OF_NODE_OR_GROUP,      /* target of a policy or a step */
	NAME_OF_NODE_OR_GROUP_TYPE, /* targets of a policy type */
	NAME_OF_RELATIONSHIP,       /* a relationship template */
	NAME_OF_RELATIONSHIP_OR_TYPE,
	NAME_OF_CAPABILITY,
	NAME_OF_CAPABILITY_OR_TYPE,
	NAME_OF_REQUIREMENT,
	NAME_OF_REPOSITORY,
	NAME_OF_FILE,
	NAME_OF_PROFILE,
	NAME_OF_WORKFLOW,
	NAME_OF_STEP,
	NAME_OF_OPERATION, /* interface.operation */
	NAME_OF_VARIABILITY_INPUT,
	NAME_OF_PRESET,
	NAME_OF_DEFINITIONS_VERSION,
};

struct shape {
	enum shape_kind kind;
	uint8_t construct; /* enum construct */
	enum name_kind name;
	enum element_kind element_kind;
	const char *words; /* separated by "|"; of strings, those that are common */
	const struct shape *element;
	const struct shape *other;
	const struct shape *listed;
	const struct shape *first; /* of a list whose first item is another one than the rest */
};

/* What the item of a SHAPE_LIST is at `position`. */
const struct shape *shape_of_item(const struct shape *list, uint32_t position);

/* Whether it is the name of a type, and of nothing else. */
bool shape_names_type(const struct shape *shape);

/* For people: "a map of node templates", "a string", "a list of names". */
const char *shape_kind_description(enum shape_kind kind);

/* Takes the next word off the front of "a|b|c"; false if none is left. Start with all. */
bool shape_next_word(const char **rest, struct string *word);
bool shape_has_word(const struct shape *shape, struct string word);

#endif
