/* What the checks of a template share. */
#ifndef ANALYZER_MODEL_TEMPLATE_CHECKER_H
#define ANALYZER_MODEL_TEMPLATE_CHECKER_H

#include "analyzer/model/suggestion.h"
#include "analyzer/model/template_scope.h"
#include "analyzer/model/value_check.h"

struct graph_place;

struct template_checker {
	struct value_checker values; /* first, so that it leads back here */
	struct template_scope scope;
	const struct graph_place *place;      /* what SELF means in values */
	const struct value_schema *validated; /* what `$value` means; NULL: nothing */
	struct node workflow; /* around: its inputs come before those of the template */
};

/* For look-ups alone: what would be reported has no place to go to. Lives in `arena`. */
struct template_checker template_checker_for_lookups(
	const struct types *types, const struct syntax_tree *tree, struct arena *arena);

/* In TOSCA 1.x a warning, because tools differ in what they tolerate. */
struct diagnostic *template_report(struct template_checker *checker, enum diagnostic_code code,
	struct node node, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* `; did you mean "x"?`, or nothing. */
struct string suggestion_text(struct template_checker *checker, struct string best);

/* A property, attribute, capability or requirement that the owner does not have: `KIND "OWNER"
 * has no capability "x"; did you mean "y"?`. `kind` is "Node type " or the like, or empty. */
struct diagnostic *template_report_unknown(struct template_checker *checker, const char *kind,
	struct string owner, enum type_part part, struct node name,
	const struct suggestion *suggestion);

/* An input or output of the template: its type, its schemas, and the values that it gives. */
void parameter_check(struct template_checker *checker, struct node_entry parameter);

/* `Unknown NOUN "x"; did you mean "y"?`, y being an element of the collection. */
void template_report_no_element(struct template_checker *checker, enum diagnostic_code code,
	const char *collection, const char *noun, struct node name);

/* What a substitution mapping maps, written in the section or, if it is EVERY_SECTION, all. */
void substitution_check(struct template_checker *checker, uint32_t section);

/* Members of a group and targets of a policy, one of whose types is `type`. */
void members_check(
	struct template_checker *checker, const struct type *type, struct node_entry group);
void targets_check(
	struct template_checker *checker, const struct type *type, struct node_entry policy);

/* What an element of `collection`, such as "node_templates", is copied from. */
void copy_check(
	struct template_checker *checker, const char *collection, struct node_entry element);

/* What an element of `type` assigns to attributes. */
void attributes_check(
	struct template_checker *checker, const struct type *type, struct node_entry element);

/* The same for values of known definitions: every property is an attribute as well. */
void attribute_values_check(struct template_checker *checker, struct type_members attributes,
	struct type_members properties, struct node values, struct string owner);

/* Capabilities of a node; of one that is found or copied, values may come from elsewhere. */
void capabilities_check(struct template_checker *checker, const struct type *type,
	struct node_entry node, bool is_made_here);

/* How many relationships of the whole template lead to each capability. It may only be left out
 * for a template in which no node is noted to have a limit. */
void capability_counts_check(struct template_checker *checker);
void capability_limits_note(struct template_checker *checker, struct node_entry node);

/* Artifacts of a node template, and those that a node type writes. */
void artifacts_check(struct template_checker *checker, struct node_entry node);
void artifacts_check_type(struct template_checker *checker, const struct type *type);

/* Artifacts that an operation describes itself, in the file of the type `where`, or, if that is
 * NULL, in a template. */
void implementation_check(
	struct template_checker *checker, const struct type *where, struct node operation);

/* How often the requirements of `type` are assigned, against what it allows. */
void requirement_counts_check(
	struct template_checker *checker, const struct type *type, struct node_entry node);

/* Requirement assignments of a node template, one of whose types is `source`. */
void requirements_check(
	struct template_checker *checker, const struct type *source, struct node_entry node);

#endif
