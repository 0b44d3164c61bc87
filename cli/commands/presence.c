/* vtosca presence FILE: which element is present under which variant. */
#include "analyzer/ide/completion/element_text.h"
#include "analyzer/model/report/suggestion.h"
#include "cli/commands/commands.h"
#include "cli/print/console.h"
#include "cli/print/json_writer.h"
#include "cli/tables/presence_table.h"
#include "cli/template/loaded_template.h"

enum format {
	FORMAT_TABLE,
	FORMAT_JSON,
	FORMAT_CSV,
};

struct presence_request {
	const struct arguments *arguments;
	int kind; /* of elements; -1 for all kinds */
};

static bool is_wanted(const struct presence_request *request, const struct element *element)
{
	return element_is_listed(element) &&
	       (request->kind < 0 || element->kind == (enum element_kind)request->kind);
}

static void print_variant(struct json_writer *json, const struct variant *variant)
{
	bool failed = variant->error.length > 0;

	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "name", variant->name);
	json_put_text(json, "status", failed ? "error" : "resolved");
	if (failed)
		json_put_string(json, "error", variant->error);
	if (variant->reason.length > 0)
		json_put_string(json, "reason", variant->reason);
	json_end_object(json);
}

static void print_element(struct json_writer *json, const struct loaded_template *loaded,
	const struct element *element)
{
	const struct analysis *analysis = loaded->analysis;

	json_begin_object(json);
	json_put_string(json, "id", element_id(element, loaded->arena));
	json_put_string(json, "display", element_title(element, loaded->arena));
	json_put_string(json, "name", element_caption(analysis, element, loaded->arena));
	json_put_text(json, "kind", element_kind_row(element->kind)->name);
	if (element->container)
		json_put_string(json, "container", element_id(element->container, loaded->arena));
	json_put_string(json, "summary", element_summary(analysis, element, loaded->arena));
	json_put_range(json, "range", loaded->tree, analysis_element_range(analysis, element));
	json_key(json, "presence");
	json_compact(json);
	json_begin_object(json);
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		json_key_string(json, analysis_variant(analysis, i)->name);
		json_text(json, presence_name(analysis_presence(analysis, i, element)));
	}
	json_end_object(json);
	json_end_object(json);
}

static void print_json(const struct presence_request *request, const struct loaded_template *loaded)
{
	const struct analysis *analysis = loaded->analysis;
	struct elements elements = analysis_elements(analysis);
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_key(&json, "variants");
	json_begin_array(&json);
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		print_variant(&json, analysis_variant(analysis, i));
	json_end_array(&json);
	json_key(&json, "elements");
	json_begin_array(&json);
	for (uint32_t i = 0; i < elements.count; i++)
		if (is_wanted(request, elements.items[i]))
			print_element(&json, loaded, elements.items[i]);
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}

/* RFC 4180: quoted where needed, quotes doubled. */
static void print_field(struct string field)
{
	bool quoted = false;

	for (size_t i = 0; i < field.length; i++) {
		char byte = field.bytes[i];
		quoted |= byte == ',' || byte == '"' || byte == '\n' || byte == '\r';
	}
	if (quoted)
		putchar('"');
	for (size_t i = 0, end; i <= field.length; i = end + 1) {
		end = string_find(field, i, STRING("\""));
		console_data(string_slice(field, i, end));
		if (end < field.length)
			fputs("\"\"", stdout);
	}
	if (quoted)
		putchar('"');
}

static void print_csv(const struct presence_request *request, const struct loaded_template *loaded)
{
	const struct analysis *analysis = loaded->analysis;
	struct elements elements = analysis_elements(analysis);

	fputs("element", stdout);
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		putchar(',');
		print_field(analysis_variant(analysis, i)->name);
	}
	putchar('\n');
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];

		if (!is_wanted(request, element))
			continue;
		print_field(element_id(element, loaded->arena));
		for (size_t j = 0; j < analysis_variant_count(analysis); j++)
			printf(",%s", presence_name(analysis_presence(analysis, j, element)));
		putchar('\n');
	}
}

/* Whether something is wrong under some variant. An input that a variant leaves open is not:
 * presence depends on it, that is all. */
static bool has_problem(const struct analysis *analysis)
{
	size_t count, resolvable = 0;

	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		resolvable += analysis_variant(analysis, i)->error.length == 0;
	if (resolvable == 0)
		return true;
	const struct diagnostic *diagnostics = analysis_diagnostics(analysis, &count);

	for (size_t i = 0; i < count; i++)
		if (diagnostics[i].severity == DIAGNOSTIC_ERROR)
			return true;
	return false;
}

static int print(const struct presence_request *request)
{
	const struct arguments *arguments = request->arguments;
	struct loaded_template loaded;

	if (!loaded_template_open(&loaded, arguments, arguments->operands.items[0]))
		return EXIT_CODE_USAGE;
	bool problem = !loaded_template_is_valid(&loaded) || has_problem(loaded.analysis);
	switch ((enum format)arguments_choice(arguments, OPTION_FORMAT)) {
	case FORMAT_TABLE:
		if (loaded_template_is_empty(&loaded))
			break;
		presence_table_print(stdout, &loaded,
			&(struct presence_table_request){
				.all = arguments_has(arguments, OPTION_ALL),
				.differing = arguments_has(arguments, OPTION_DIFFERING),
				.kind = request->kind,
				.columns = console_columns(stdout)});
		break;
	case FORMAT_JSON:
		print_json(request, &loaded);
		break;
	case FORMAT_CSV:
		print_csv(request, &loaded);
		break;
	}
	loaded_template_finish(&loaded);
	return problem ? EXIT_CODE_PROBLEM : EXIT_CODE_OK;
}

/* One kind or, as people say, all of a kind: "node", "nodes". */
static bool read_kind(struct presence_request *request)
{
	struct arena *arena = request->arguments->arena;
	const char *word = arguments_value(request->arguments, OPTION_KIND);
	struct suggestion suggestion = suggestion_for(string_from(word ? word : ""));
	struct string names = STRING("");

	for (int i = 0; word && i < ELEMENT_KIND_COUNT; i++) {
		const char *name = element_kind_row((enum element_kind)i)->name;

		if (strcmp(word, name) == 0 ||
			strcmp(word, element_kind_row((enum element_kind)i)->plural) == 0) {
			request->kind = i;
			return true;
		}
		suggestion_offer(&suggestion, string_from(name));
		names = arena_format(arena, "%.*s%s%s", STRING_ARGUMENTS(names),
			i == 0                       ? ""
			: i + 1 < ELEMENT_KIND_COUNT ? ", "
						     : " or ",
			name);
	}
	if (word)
		arguments_refuse(request->arguments, "--kind is \"%s\" but must be %.*s%s%.*s%s",
			word, STRING_ARGUMENTS(names),
			suggestion.best.length ? "; did you mean \"" : "",
			STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "");
	return !word;
}

int run_presence(const struct arguments *arguments)
{
	struct presence_request request = {.arguments = arguments, .kind = -1};

	return read_kind(&request) ? print(&request) : EXIT_CODE_USAGE;
}
