/* The tables of the language: sorted, complete, and consistent with each other. */
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "analyzer/language/grammar/keynames.h"
#include "analyzer/language/types/type_kinds.h"
#include "analyzer/language/variability/default_condition_modes.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/language/variability/options.h"

#include "tests/unit/unit_test.h"

#include <ctype.h>
#include <string.h>

static const struct deprecated_operator_row old_operators[] = {
#define DEPRECATED_OPERATOR(name, replacement, note) {name, replacement, note},
#include "analyzer/language/variability/deprecated_operators.def"
};

static const struct deprecated_option_row old_options[] = {
#define DEPRECATED_OPTION(name, replacement, negated, understood, note)                            \
	{name, replacement, negated, understood, note},
#include "analyzer/language/variability/deprecated_options.def"
};

static bool is_sentence(const char *text)
{
	size_t length = strlen(text);
	return length > 0 && !islower((unsigned char)text[0]) && text[length - 1] == '.';
}

static void test_versions_have_names_and_classes(void **state)
{
	(void)state;
	assert_int_equal(definitions_version_find(STRING("tosca_2_0")), VERSION_TOSCA_2_0);
	assert_int_equal(definitions_version_find(STRING("tosca_3_0")), VERSION_UNKNOWN);
	for (size_t i = 0; i < VERSION_COUNT; i++) {
		const struct definitions_version_row *row =
			definitions_version_row((enum definitions_version)i);
		assert_int_equal(definitions_version_find(string_from(row->name)), i);
		assert_true(is_sentence(row->summary));
	}
	assert_int_equal(definitions_version_row(VERSION_SIMPLE_YAML_1_3)->version_class, CLASS_A);
	assert_int_equal(
		definitions_version_row(VERSION_VARIABILITY_1_0_RC_2)->version_class, CLASS_B);
	assert_int_equal(
		definitions_version_row(VERSION_VARIABILITY_1_0_RC_3)->version_class, CLASS_C);
	assert_int_equal(definitions_version_row(VERSION_TOSCA_2_0)->version_class, CLASS_D);
	assert_int_equal(definitions_version_set(VERSION_UNKNOWN),
		definitions_version_set(VERSION_SIMPLE_YAML_1_3));
}

/* Keys of an expression are tried in the order of the rows: logic before value operators. */
static void test_operators_are_grouped(void **state)
{
	(void)state;
	for (size_t i = 0; i < OPERATOR_TOTAL; i++) {
		const struct operator_row *row = operator_row((enum operator_id)i);
		assert_int_equal(row->op, i);
		assert_ptr_equal(operator_find(string_from(row->name)), row);
		assert_true(is_sentence(row->summary));
		struct arena *arena = arena_create();
		assert_true(operand_signature(row->operands, arena).length > 0);
		arena_destroy(arena);
		if (i > 0 && operator_row((enum operator_id)(i - 1))->group > row->group)
			fail_msg("operator %s is not grouped", row->name);
	}
	assert_true(operator_is_logic(OPERATOR_IS_MANAGED));
	assert_false(operator_is_logic(OPERATOR_VARIABILITY_INPUT));
}

static void test_deprecated_operators_are_sorted_and_lead_somewhere(void **state)
{
	(void)state;
	const struct deprecated_operator_row *rows = old_operators;
	for (size_t i = 0; i < sizeof(old_operators) / sizeof(*rows); i++) {
		assert_ptr_not_equal(deprecated_operator_find(string_from(rows[i].name)), NULL);
		assert_null(operator_find(string_from(rows[i].name)));
		if (i > 0)
			assert_true(strcmp(rows[i - 1].name, rows[i].name) < 0);
		if (rows[i].replacement == OPERATOR_NONE)
			assert_true(is_sentence(rows[i].note));
	}
	assert_int_equal(operator_called(STRING("greater_than"), false), OPERATOR_GREATER);
	assert_int_equal(operator_called(STRING("greatest"), true), OPERATOR_NONE);
}

static void test_options_inherit_without_cycle(void **state)
{
	(void)state;
	for (size_t i = 0; i < OPTION_TOTAL; i++) {
		const struct option_row *row = option_row((enum option)i);
		assert_int_equal(option_find(string_from(row->name)), i);
		assert_true(is_sentence(row->summary));
		assert_int_equal(row->parent == OPTION_NONE, row->inheritance == INHERITS_NOTHING);
		enum option parent = row->parent;
		for (int depth = 0; parent != OPTION_NONE; depth++) {
			assert_true(depth < 4);
			parent = option_row(parent)->parent;
		}
		for (size_t c = 0; c < CLASS_COUNT; c++)
			assert_true(*row->defaults[c]);
	}
	const struct deprecated_option_row *old = old_options;
	for (size_t i = 0; i < sizeof(old_options) / sizeof(*old); i++) {
		assert_ptr_not_equal(deprecated_option_find(string_from(old[i].name)), NULL);
		assert_int_equal(option_find(string_from(old[i].name)), OPTION_NONE);
		if (i > 0)
			assert_true(strcmp(old[i - 1].name, old[i].name) < 0);
		if (*old[i].replacement)
			assert_int_not_equal(
				option_find(string_from(old[i].replacement)), OPTION_NONE);
	}
}

/* The defaults of default condition modes consist of words that exist. */
static void test_modes_are_known(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		enum option option =
			option_of_kind((enum element_kind)kind, KIND_DEFAULT_CONDITION_MODE);
		for (size_t c = 0; option != OPTION_NONE && c < CLASS_COUNT; c++) {
			struct string rest = string_from(option_row(option)->defaults[c]);
			struct string word;
			while (default_condition_mode_split(&rest, &word))
				assert_int_not_equal(
					default_condition_mode_find((enum element_kind)kind, word),
					MODE_NONE);
		}
	}
	for (size_t i = 1; i < PRUNING_MODE_TOTAL; i++)
		assert_int_equal(pruning_mode_find(
					 string_from(pruning_mode_row((enum pruning_mode)i)->name)),
			i);
}

static void test_keynames_are_grouped_and_documented(void **state)
{
	(void)state;
	size_t count;
	const struct keyname_row *rows = keyname_rows(&count);
	for (size_t i = 0; i < count; i++) {
		const struct keyname_row *row = &rows[i];
		if (i > 0 && rows[i - 1].construct > row->construct)
			fail_msg("keyname %s is not grouped", row->name);
		if (!is_sentence(row->summary))
			fail_msg("keyname %s: \"%s\"", row->name, row->summary);
		assert_non_null(row->shape);
		assert_true(row->versions != 0);
		assert_int_equal((row->flags & KEYNAME_DEPRECATED) != 0, row->replacement ? 1 : 0);
		/* One row per version. */
		for (size_t j = i + 1; j < count && rows[j].construct == row->construct; j++)
			if (strcmp(rows[j].name, row->name) == 0 &&
				(rows[j].versions & row->versions))
				fail_msg("keyname %s twice", row->name);
	}
	for (size_t i = 0; i < CONSTRUCT_TOTAL; i++) {
		size_t position = 0;
		const struct construct_row *row = construct_row((enum construct)i);
		if (!is_sentence(row->summary))
			fail_msg("construct %s", row->title);
		bool any = false;
		for (size_t v = 0; v < VERSION_COUNT; v++) {
			position = 0;
			any = any || keyname_next((enum construct)i, (enum definitions_version)v,
					     &position);
		}
		assert_true(any);
	}
}

static void test_keynames_of_bases_are_found(void **state)
{
	(void)state;
	const struct keyname_row *row = keyname_find(
		CONSTRUCT_NODE_TEMPLATE, VERSION_SIMPLE_YAML_1_3, STRING("conditions"));
	assert_non_null(row);
	assert_int_equal(row->construct, CONSTRUCT_CONDITIONAL_ELEMENT);
	assert_null(
		keyname_find(CONSTRUCT_NODE_TYPE, VERSION_SIMPLE_YAML_1_3, STRING("conditions")));
	assert_null(
		keyname_find(CONSTRUCT_FILE, VERSION_SIMPLE_YAML_1_3, STRING("service_template")));
	assert_non_null(keyname_find_in_any_version(CONSTRUCT_FILE, STRING("service_template")));
	size_t position = 0;
	size_t count = 0;
	while (keyname_next(CONSTRUCT_TOPOLOGY_INPUT, VERSION_TOSCA_2_0, &position))
		count++;
	assert_true(count > 15);
}

static void test_codes_are_kebab_case_and_unique(void **state)
{
	(void)state;
	for (size_t i = 0; i < DIAGNOSTIC_CODE_COUNT; i++) {
		const struct diagnostic_code_row *row =
			diagnostic_code_row((enum diagnostic_code)i);
		enum diagnostic_code found;
		assert_true(diagnostic_code_find(string_from(row->name), &found));
		assert_int_equal(found, i);
		for (const char *c = row->name; *c; c++)
			assert_true(islower((unsigned char)*c) || isdigit((unsigned char)*c) ||
				    *c == '-');
		assert_true(*row->title);
		assert_true(row->reason && row->remedy); /* what is wrong, why, how to fix it */
		assert_true(is_sentence(row->problem));
		assert_true(is_sentence(row->reason));
		assert_true(is_sentence(row->remedy));
	}
}

static void test_type_kinds_are_sorted_and_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < TYPE_KIND_TOTAL; i++) {
		const struct type_kind_row *row = type_kind_row((enum type_kind)i);
		enum type_kind found;
		assert_true(i == 0 || strcmp(type_kind_row((enum type_kind)(i - 1))->keyname,
					      row->keyname) < 0);
		assert_string_equal(construct_row(row->construct)->title, row->title);
		assert_true(type_kind_of_name(row->name, &found) && found == i);
		assert_true(type_kind_of_construct(row->construct, &found) && found == i);
	}
	enum type_kind found;
	assert_true(type_kind_of_name(NAME_OF_RELATIONSHIP_OR_TYPE, &found));
	assert_int_equal(found, TYPE_RELATIONSHIP);
	assert_false(type_kind_of_name(NAME_OF_NODE_OR_NODE_TYPE, &found));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_versions_have_names_and_classes),
		cmocka_unit_test(test_operators_are_grouped),
		cmocka_unit_test(test_deprecated_operators_are_sorted_and_lead_somewhere),
		cmocka_unit_test(test_options_inherit_without_cycle),
		cmocka_unit_test(test_modes_are_known),
		cmocka_unit_test(test_keynames_are_grouped_and_documented),
		cmocka_unit_test(test_keynames_of_bases_are_found),
		cmocka_unit_test(test_codes_are_kebab_case_and_unique),
		cmocka_unit_test(test_type_kinds_are_sorted_and_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
