/* The analysis of one revision of one service template: everything derived about its
 * variability.
 *
 * A pure function of a tree, the files beside it and the client's settings. Immutable
 * and reference-counted: made on one thread, read by many. What an edit left alone is
 * shared with the analysis before it; typing in a description builds nothing and
 * solves nothing, as the counters of `analysis_work` tell.
 *
 * Knows elements, conditions, variants and presence; knows neither the editor protocol
 * nor where files come from. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_ANALYSIS_H
#define ANALYZER_VARIABILITY_ANALYSIS_ANALYSIS_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/template/type_facts.h"
#include "analyzer/model/types/file_record.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"
#include "analyzer/variability/elements/element.h"
#include "analyzer/variability/values/value.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct analysis;

/* At most this many variants are analysed together; more are cut off with a diagnostic. */
enum {
	ANALYSIS_MAXIMUM_VARIANTS = 64
};

/* A variant the user adds: presets, then inputs on top of them. */
struct variant_setting {
	struct string name;
	const struct string *presets;
	size_t preset_count;
	struct value inputs; /* a map name → value that outlives the analysis; or none */
	bool is_tried;       /* only until it is dismissed */
};

struct analysis_settings {
	const struct variant_setting *variants;
	size_t variant_count;
	struct string active_variant; /* empty: the first preset, or the defaults */
	bool only_settings;           /* just `variants`: neither presets nor defaults nor tests */
};

struct analysis_request {
	const struct syntax_tree *tree;
	struct string path;                       /* of the template, for the files beside it */
	const struct files *files;                /* NULL: no files */
	const struct analysis_settings *settings; /* NULL: none */
	const struct analysis *previous;          /* NULL: nothing to share */
	bool files_are_same;          /* no file beside the template has changed since `previous` */
	const atomic_bool *cancelled; /* NULL: runs to its end */
	bool only_presence;           /* types are not checked: there is no one to tell */
	bool reads_all;               /* to be `analysis_is_in_order` */
	uint64_t unexplained;         /* variants: if they fail, what contradicts each other is not
					 looked for */
};

/* NULL if it was cancelled. */
struct analysis *analysis_create(const struct analysis_request *request);
struct analysis *analysis_retain(const struct analysis *analysis);
void analysis_release(struct analysis *analysis); /* NULL is harmless */

/* The variants of which nobody knows yet why they fail: those that do not, and those that have not
 * been explained either. Whether there are such of the latter. */
uint64_t analysis_unexplained(const struct analysis *analysis);
bool analysis_lacks_reasons(const struct analysis *analysis);

/* What was present under which variants, for as long as a line is being typed. Mostly, the template
 * of both is the same but for that line. Immutable, reference-counted. */
struct remembered_presence;
struct remembered_presence *presence_remember(const struct analysis *analysis);
struct remembered_presence *remembered_presence_retain(
	const struct remembered_presence *remembered);
void remembered_presence_release(struct remembered_presence *remembered); /* NULL is harmless */

/* Whether a variant cannot be resolved that could be in `before`. */
bool analysis_loses_variants(const struct analysis *analysis, const struct analysis *before);

/* The same, but under variants that cannot be resolved and could be in `good`, everything is
 * present or absent as it was there, and new elements are present: what is shown while a line is
 * being typed. It is to be asked for variants, elements and presence alone. NULL if there is no
 * such variant. */
struct analysis *analysis_with_presence_of(
	const struct analysis *analysis, const struct remembered_presence *good);

/* Nothing that was found is another: nothing has changed where variability looks. */
bool analysis_finds_the_same(const struct analysis *analysis, const struct analysis *previous);

const struct syntax_tree *analysis_tree(const struct analysis *analysis);

/* The types that the template can name, and what they say about it. */
const struct type_facts *analysis_type_facts(const struct analysis *analysis);

/* Only the types, imported ones included, as they were in the tree of `analysis`: borrowed
 * from it. NULL if `analysis` is NULL or was asked for presence only. */
const struct types *analysis_types(const struct analysis *analysis);

/* Tells of the files and folders that presence depends on, whether they exist or not, and whether
 * they were read for this revision or an earlier one. Those of types are asked for anew each time.
 */
void analysis_visit_files(const struct analysis *analysis, file_visitor *visit, void *context);

/* Whether the template is variable at all: it has a variability definition, or an element
 * uses a keyword of variability. */
bool analysis_is_variable(const struct analysis *analysis);

/* Does `xor` mean "exactly one", as in the drafts whose spellings the template uses? */
bool analysis_xor_is_exactly_one(const struct analysis *analysis);

/* ---- elements ---- */

/* All elements in canonical order. Their nodes may stem from an earlier tree of the same
 * shape: `analysis_node` gives the place in the tree of this analysis. */
struct elements analysis_elements(const struct analysis *analysis);
struct elements analysis_elements_of_kind(const struct analysis *analysis, enum element_kind kind);
struct node analysis_node(const struct analysis *analysis, struct node node);

/* Whether the positions of elements are in canonical order: not after edits by which elements have
 * come or gone, until all is read again. What looks at all values of the inputs (`space`) needs it.
 */
bool analysis_is_in_order(const struct analysis *analysis);

/* What an element refers to (a target, a member, an incoming relation, …) as it is now, if more
 * matters than its kind, name and presence: see `element_now`. NULL for NULL. */
const struct element *analysis_element_now(
	const struct analysis *analysis, const struct element *element);

/* Where an element stands among all. All of them by position, which stays the same in edits, with
 * NULL between them. */
uint32_t analysis_element_order(const struct analysis *analysis, const struct element *element);
struct elements analysis_places(const struct analysis *analysis);

const struct element *analysis_find_element(const struct analysis *analysis, struct string id);

/* From an element's key to the end of its value; empty if it is not written anywhere. */
struct range analysis_element_range(const struct analysis *analysis, const struct element *element);

/* The innermost element whose key or value holds `node`; NULL if there is none. */
const struct element *analysis_element_at(const struct analysis *analysis, struct node node);

/* ---- variants ---- */

enum variant_origin {
	VARIANT_DEFAULTS, /* no preset, defaults of inputs only */
	VARIANT_PRESET,   /* one preset of the template */
	VARIANT_TEST,     /* a variability test beside the template */
	VARIANT_SETTINGS, /* the user's own */
	VARIANT_TRIED,    /* the same, until it is dismissed */
};

struct variant {
	struct string name;
	enum variant_origin origin;
	bool repeats_preset; /* a test that assigns what a preset does, and nothing besides */
	struct node place;   /* the preset's key; absent for other origins */
	/* Empty if it can be resolved, else the exact text of its first error. */
	struct string error;
	struct string reason;    /* of the error, where it needs one: what contradicts what */
	struct node error_place; /* may be absent */
};

/* The defaults come first, then the presets in their order, tests, the user's own. */
size_t analysis_variant_count(const struct analysis *analysis);
const struct variant *analysis_variant(const struct analysis *analysis, size_t variant);
size_t analysis_active_variant(const struct analysis *analysis);

/* The error of a variant and its reason, in one line. */
struct string variant_error_text(const struct variant *variant, struct arena *arena);

/* What makes a variant, to make it again: its name, presets, and inputs on top of them. Borrowed.
 */
struct variant_setting analysis_variant_setting(const struct analysis *analysis, size_t variant);

/* To evaluate expressions as the variant does, in `arena` and on one thread. */
struct value_context *analysis_value_context(
	const struct analysis *analysis, size_t variant, struct arena *arena);

/* ---- presence ---- */

enum presence {
	PRESENCE_ABSENT,
	PRESENCE_PRESENT,
	PRESENCE_DEPENDS, /* on inputs that the variant leaves open */
	PRESENCE_ERROR,   /* the variant cannot be resolved, and this element shares the cause */
};

enum presence analysis_presence(
	const struct analysis *analysis, size_t variant, const struct element *element);

/* Which are absent, by position; there is room for all of them. */
void analysis_list_absent(const struct analysis *analysis, size_t variant, bool *is_absent);

/* The same for all variants at once: bit i of each is that of variant i. What is in none of them is
 * absent. */
struct presence_of_variants {
	uint64_t present, depends, error;
};
struct presence_of_variants analysis_presence_of_variants(
	const struct analysis *analysis, const struct element *element);

/* Elements that are written, as many as there are next to one another of which the same is so. */
struct presence_run {
	struct presence_of_variants are;
	size_t count;
};

/* The next of them from a position on, which starts at 0; false if there is none. In no order. */
bool analysis_next_run(
	const struct analysis *analysis, uint32_t *position, struct presence_run *run);

/* "present", "absent", "depends", "error" */
const char *presence_name(enum presence presence);

/* Whether no value of any input makes the element present: its conditions exclude one another,
 * whatever the expressions in them come to. False says nothing. */
bool analysis_is_never_present(const struct analysis *analysis, const struct element *element);

/* Names of the open inputs the presence of `element` depends on, in `arena`. */
const struct string *analysis_presence_inputs(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena, size_t *count);

/* The value of a present property that has an `expression`; NULL for every other, and if the
 * variant has an error. */
const struct value *analysis_property_value(
	const struct analysis *analysis, size_t variant, const struct element *property);

/* ---- explanations ---- */

/* One reason in a chain from an element to values of inputs. A step explains the nearest
 * step above it of smaller depth. */
struct explanation_step {
	unsigned depth;
	struct string text; /* `node "app" is absent`, `variability input "mode" is "dev"` */
	const struct element *element; /* what the step is about, or NULL */
	struct node place;             /* the condition, input or preset; may be absent */
	bool is_consequence;           /* no reason: what else would be with the other choice */
	bool is_input;                 /* the value that a variability input has, or its lack */
};

enum explanation_extent {
	EXPLANATION_SHORTEST, /* one chain, the shortest: without any of its steps it would break */
	EXPLANATION_ALL,      /* every condition that fails or holds, each element once */
};

/* The first step is the answer itself, the others are its reasons. */
struct explanation {
	const size_t *variants; /* those for which it is the same, word for word, ascending */
	size_t variant_count;
	enum presence presence;
	const struct explanation_step *steps;
	size_t count;
};

/* Why `element` is present or absent under `variant`; for a variant that cannot be
 * solved, the elements and conditions of a minimal core. Lives in `arena`. */
struct explanation analysis_explain(const struct analysis *analysis, size_t variant,
	const struct element *element, enum explanation_extent extent, struct arena *arena);

/* The same for all variants, in the order of the first for which they are. */
const struct explanation *analysis_explain_variants(const struct analysis *analysis,
	const struct element *element, enum explanation_extent extent, struct arena *arena,
	size_t *count);

/* ---- results ---- */

/* Problems of variability in the order of the text, each at the place that causes it and
 * with the variants it holds for. */
const struct diagnostic *analysis_diagnostics(const struct analysis *analysis, size_t *count);

/* What was done to make this analysis; nothing is counted for what it shares. */
struct analysis_work {
	uint32_t graphs;      /* times the elements were found */
	uint32_t models;      /* formulas built or edited */
	uint32_t definitions; /* elements whose conditions became formulas */
	uint32_t evaluations; /* times the definitions were evaluated directly */
	size_t decisions;     /* formulas that this decided */
	size_t propagations;  /* formulas looked at for what follows from constraints */
	uint32_t solves;      /* calls of the solver */
};

struct analysis_work analysis_work(const struct analysis *analysis);

#endif
