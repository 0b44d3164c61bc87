/* Every variability option: what setting it changes in a small template, by option_vectors.def. */
#include "analyzer/language/variability/options.h"
#include "analyzer/variability/analysis/analysis.h"
#include "tests/unit/unit_test.h"

#include <string.h>

/* An option without a vector does not build. */
enum {
#define VECTOR(option, version, template, given, value, effect) VECTOR_OF_##option,
#include "tests/unit/variability/option_vectors.def"
#undef VECTOR
	VECTOR_COUNT
};

static const int vector_of_each[] = {
#define OPTION(option, name, group, type, parent, inheritance, a, b, c, d, summary)                \
	VECTOR_OF_##option,
#include "analyzer/language/variability/options.def"
#undef OPTION
};

static const struct vector {
	enum option option;
	const char *version, *template_text, *given, *value, *effect;
} vectors[] = {
#define VECTOR(option, version, template, given, value, effect)                                    \
	{OPTION_##option, version, TEMPLATE_##template, given, value, effect},
#include "tests/unit/variability/option_vectors.def"
#undef VECTOR
};

/* Types that all templates share. A template ends the variability definition that this begins. */
static const char head[] = "node_types: {S: {derived_from: tosca.nodes.Root}}\n"
			   "relationship_types: {L: {derived_from: tosca.relationships.Root}}\n"
			   "artifact_types: {T: {derived_from: tosca.artifacts.Root}}\n"
			   "topology_template:\n"
			   "  variability:\n";

static struct analysis *analyse(struct arena *arena, const struct vector *vector, bool is_given)
{
	const char *name = option_row(vector->option)->name;
	struct string added = is_given ? arena_format(arena, "%s%s: %s", *vector->given ? ", " : "",
						 name, vector->value)
				       : STRING("");
	struct string text = arena_format(arena,
		"tosca_definitions_version: tosca_variability_1_0%s\n%s    options: {%s%.*s}\n%s",
		vector->version, head, vector->given, STRING_ARGUMENTS(added),
		vector->template_text);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct analysis *analysis =
		analysis_create(&(struct analysis_request){.tree = tree, .path = STRING("t.yaml")});

	syntax_tree_release(tree);
	return analysis;
}

/* "+ID" for what it makes present, "-ID" for what it makes absent, in the order of the elements; or
 * how it fails. */
static struct string effect_of(struct arena *arena, const struct vector *vector)
{
	struct analysis *before = analyse(arena, vector, false);
	struct analysis *after = analyse(arena, vector, true);
	struct string failed_before = variant_error_text(analysis_variant(before, 0), arena);
	struct string failure = variant_error_text(analysis_variant(after, 0), arena);
	struct string effect = STRING("");

	if (!string_equal(failure, failed_before))
		effect = failure.length > 0 ? failure : STRING("solved");
	for (size_t i = 0; failure.length == 0 && i < analysis_elements(after).count; i++) {
		const struct element *element = analysis_elements(after).items[i];
		struct string id = element_id(element, arena);
		const struct element *old = analysis_find_element(before, id);
		bool is = analysis_presence(after, 0, element) == PRESENCE_PRESENT;
		bool was = old && analysis_presence(before, 0, old) == PRESENCE_PRESENT;

		if (is != was)
			effect = arena_format(arena, "%.*s%s%c%.*s", STRING_ARGUMENTS(effect),
				effect.length > 0 ? " " : "", is ? '+' : '-', STRING_ARGUMENTS(id));
	}
	effect = arena_copy(arena, effect);
	analysis_release(before);
	analysis_release(after);
	return effect;
}

static void every_option_has_its_effect(void **state)
{
	unsigned failures = 0;

	(void)state;
	assert_int_equal(VECTOR_COUNT, sizeof(vector_of_each) / sizeof(*vector_of_each));
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++) {
		struct arena *arena = arena_create();
		struct string effect = effect_of(arena, &vectors[i]);

		if (!string_is(effect, vectors[i].effect)) {
			print_error("%s: %s: it is \"%.*s\", not \"%s\"\n",
				option_row(vectors[i].option)->name, vectors[i].value,
				STRING_ARGUMENTS(effect), vectors[i].effect);
			failures++;
		}
		arena_destroy(arena);
	}
	assert_int_equal(failures, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_has_its_effect),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
