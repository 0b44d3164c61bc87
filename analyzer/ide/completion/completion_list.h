/* The list of completions as it grows, and what every contributor needs to know.
 *
 * Internal to completion: `complete_*.c` add items for one context each, in order of
 * relevance. How a word is written at the cursor (with a dash, a space, a colon, in
 * quotes) is decided here once. */
#ifndef ANALYZER_IDE_COMPLETION_COMPLETION_LIST_H
#define ANALYZER_IDE_COMPLETION_COMPLETION_LIST_H

#include "analyzer/ide/completion/completion.h"
#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/spot.h"
#include "analyzer/ide/declarations/declaration.h"
#include "analyzer/model/requirements/capability_match.h"

struct completion_list {
	struct arena *arena;
	const struct syntax_tree *tree;
	const struct syntax_tree *names; /* that declares them: of a file beside it, the template */
	const struct types *types;       /* that can be named here; may be NULL */
	const struct completion_settings *settings;
	uint32_t offset; /* of the cursor */
	struct cursor cursor;
	struct place place;
	struct operand_place operand;   /* where `place.is_expression` */
	struct call call;               /* where `place.is_free` */
	struct declaration declaration; /* what the types declare here */
	uint32_t indentation;           /* of what is in something, as the file has it */
	char quote;                     /* the word is in these quotes; '\0': in none */
	bool is_closed;                 /* and they are closed behind it */
	bool opens_list;      /* the cursor is where a list is expected: names are its first item */
	struct demand demand; /* of the requirement whose target or relationship is asked for */
	struct member_cache *members; /* for `demand` and the targets of new elements */
	bool follows_word;
	struct completion_item *items;
	size_t count, capacity;
	uint32_t *slots; /* of items by kind and label, from 1; a power of two, at most half full */
	size_t slot_count;
};

/* Adds an item unless there is one with the same label and kind; then NULL. */
struct completion_item *completion_add(struct completion_list *list, enum completion_kind kind,
	struct string label, struct string text, bool snippet);

/* A name or word as a value: in quotes where YAML would take it for something else. */
struct completion_item *completion_add_value(
	struct completion_list *list, enum completion_kind kind, struct string name);

/* A key and what follows it: `value` is a snippet, `plain` the same for editors
 * without. Only the key is written if a colon is there already. */
struct completion_item *completion_add_key(struct completion_list *list, enum completion_kind kind,
	struct string key, const char *value, const char *plain);

/* A call of an operator or function, as the key of a map that is there or as a whole map in
 * braces; `signature` shows its operands: "[node, property]". */
struct completion_item *completion_add_call(struct completion_list *list, enum completion_kind kind,
	struct string name, struct string signature);

/* The same with all operands: `{logic_expression: paid}`, offered as `label`. `operands` may have
 * tab stops, then `plain` is for editors without. Nothing where just a key is replaced. */
struct completion_item *completion_add_whole_call(struct completion_list *list,
	enum completion_kind kind, struct string label, const char *name, struct string operands,
	struct string plain);

/* As it has to be written where it is no key: in quotes if need be. */
struct string completion_quoted(const struct completion_list *list, struct string name);

/* Whether the map at the cursor has this key already. */
bool completion_is_used(const struct completion_list *list, struct string name);

/* Whether a file in the folder of the document is written for this definitions version. */
bool completion_is_version_beside(const struct completion_list *list, struct string version);

/* The text of a node, which may be of another file. */
struct string completion_as_written(const struct completion_list *list, struct node value);

/* Whether values of the schema can be listed; those as "a,b", empty if they cannot be a choice in a
 * snippet; and as such a choice, or NULL. */
bool completion_has_values(const struct completion_list *list, struct value_schema schema);
struct string completion_choices(const struct completion_list *list, struct value_schema schema);
const char *completion_choice(const struct completion_list *list, struct value_schema schema);
bool completion_can_be_chosen(struct string text);

/* What follows the keyname `properties` or `requirements` of the element at the cursor: what its
 * type requires. NULL if that is nothing, or the keyname defines or filters. */
const char *completion_required(struct completion_list *list, const struct keyname_row *keyname);

/* Whether a template must assign the requirement. */
bool completion_requirement_is_required(const struct type_member *requirement, bool is_2_0);

/* The reference implementation writes a type for each of many combinations, and says so: nobody
 * chooses them by name. */
bool completion_type_is_generated(const struct type *type);

/* The next word that a value can be; only relations have a TARGET. */
bool completion_next_word(
	const struct completion_list *list, const char **rest, struct string *word);
void complete_words(struct completion_list *list, const struct shape *shape);

/* What the call at the cursor may give: the types that the argument takes which it stands in. */
unsigned completion_types_of_call(const struct completion_list *list);

/* Contributors. */
void complete_expression(struct completion_list *list);
/* An item of `implies`: a list that begins with a logic expression. */
void complete_implication(struct completion_list *list);
void complete_names(
	struct completion_list *list, const struct operand_place *operand, struct node within);
void complete_keynames(struct completion_list *list, enum construct construct);
void complete_keyname(struct completion_list *list, enum construct construct, const char *name);
void complete_value(struct completion_list *list, const struct shape *shape);
void complete_types(struct completion_list *list, enum name_kind kind);
void complete_type_keys(struct completion_list *list, enum name_kind kind);
void complete_option_names(struct completion_list *list);
void complete_option_values(struct completion_list *list, struct string name);
void complete_mode_tokens(struct completion_list *list, enum element_kind kind);
void complete_preset_inputs(struct completion_list *list);
/* Keys that other tests lay over the template at this place. */
void complete_keys_of_tests(struct completion_list *list);
void complete_input_values(struct completion_list *list, struct string name);
void complete_schema_values(struct completion_list *list, struct value_schema schema);
void complete_members(struct completion_list *list, struct type_members members,
	enum member_kind kind, bool as_key);

/* Keys that other nodes of the same type have there, if nobody defines the type. */
void complete_members_as_elsewhere(struct completion_list *list);
/* At the name of a new element: whole ones. */
void complete_elements(struct completion_list *list);
void complete_free_key(struct completion_list *list);
void complete_free_value(struct completion_list *list);
/* Within a path such as `::app::port`; false if the cursor is in none. */
bool complete_eval(struct completion_list *list);
void complete_functions(struct completion_list *list);
void complete_arguments(struct completion_list *list);
/* In [SELF, attribute], where an output is stored. */
void complete_attribute_mapping(struct completion_list *list);
void complete_references(struct completion_list *list, enum name_kind kind);
void complete_files(struct completion_list *list);
void complete_profiles(struct completion_list *list);
void complete_booleans(struct completion_list *list);
void complete_pairs(
	struct completion_list *list, enum completion_kind kind, enum declared_kind contained);
void complete_technologies(struct completion_list *list, bool as_key);
void complete_name(struct completion_list *list, enum completion_kind kind, struct name_entry name);
/* Names, and where several elements have the same, the position that tells which is meant. */
void complete_names_or_positions(
	struct completion_list *list, enum completion_kind kind, struct name_list names);
void complete_names_of(
	struct completion_list *list, enum completion_kind kind, enum declared_kind names);

/* Groups that are present or absent themselves: variability groups are resolved before anything
 * else. */
void complete_groups(struct completion_list *list);

#endif
