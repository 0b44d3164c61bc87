/* Tables of methods and settings. */
#include "lsp/documents/settings.h"
#include "lsp/loop/methods.h"
#include "tests/unit/unit_test.h"

#include <string.h>

static void methods_are_sorted_and_found(void **state)
{
	size_t count;
	const struct method *methods = methods_all(&count);

	(void)state;
	for (size_t i = 0; i < count; i++) {
		assert_ptr_equal(method_find(methods[i].name), &methods[i]);
		assert_true(i == 0 || strcmp(methods[i - 1].name, methods[i].name) < 0);
	}
	assert_null(method_find("textDocument/none"));
}

static void options_are_json(void **state)
{
	struct json_object *capabilities = methods_capabilities();
	size_t count;
	const struct method *methods = methods_all(&count);

	(void)state;
	for (size_t i = 0; i < count; i++)
		if (methods[i].capability)
			assert_non_null(member(capabilities, methods[i].capability));
	json_object_put(capabilities);
}

static void settings_are_sorted_with_valid_defaults(void **state)
{
	size_t count;
	const struct setting *settings = settings_rows(&count);

	(void)state;
	for (size_t i = 0; i < count; i++) {
		bool valid;

		json_object_put(parse_json(string_from(settings[i].initial), &valid));
		assert_true(valid);
		json_object_put(parse_json(string_from(setting_schema(settings[i].type)), &valid));
		assert_true(valid);
		assert_true(i == 0 || strcmp(settings[i - 1].name, settings[i].name) < 0);
	}
}

static struct settings *settings_of(const char *text)
{
	bool valid;
	struct json_object *json = parse_json(string_from(text), &valid);
	struct settings *settings = settings_create(json);

	assert_true(valid);
	json_object_put(json);
	return settings;
}

static void settings_have_defaults(void **state)
{
	struct settings *settings = settings_create(NULL);

	(void)state;
	assert_true(settings->fades_absent && settings->inlay_hints && settings->code_lenses);
	assert_int_equal(settings->analysis.active_variant.length, 0);
	assert_int_equal(settings->analysis.variant_count, 0);
	settings_release(settings);
}

static void settings_of_wrong_types_are_left_out(void **state)
{
	struct settings *settings = settings_of(
		"{\"activeVariant\": 3, \"inlayHints\": \"no\", \"variants\": {}, \"x\": 1}");

	(void)state;
	assert_true(settings->fades_absent && settings->inlay_hints);
	assert_int_equal(settings->analysis.variant_count, 0);
	settings_release(settings);
}

static void variants_are_read(void **state)
{
	struct settings *settings = settings_of(
		"{\"activeVariant\": \"\", \"inlayHints\": false, \"variants\": ["
		"{\"name\": \"big\", \"presets\": [\"prod\", 3], \"inputs\": {\"size\": 7}},"
		"{\"presets\": []}, 3]}");
	const struct variant_setting *big = settings->analysis.variants;

	(void)state;
	assert_false(settings->fades_absent);
	assert_false(settings->inlay_hints);
	assert_int_equal(settings->analysis.variant_count, 1);
	assert_true(string_is(big->name, "big"));
	assert_int_equal(big->preset_count, 1);
	assert_true(string_is(big->presets[0], "prod"));
	assert_true(value_get(big->inputs, STRING("size"))->number == 7);
	settings_release(settings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(methods_are_sorted_and_found),
		cmocka_unit_test(options_are_json),
		cmocka_unit_test(settings_are_sorted_with_valid_defaults),
		cmocka_unit_test(settings_have_defaults),
		cmocka_unit_test(settings_of_wrong_types_are_left_out),
		cmocka_unit_test(variants_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
