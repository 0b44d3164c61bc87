/* vtosca/space, vtosca/whatIf, vtosca/cover, vtosca/coverage: what holds for all values of the
 * inputs. own_requests.def documents them. */
#include "analyzer/text/name_table.h"
#include "analyzer/variability/space/space_changes.h"
#include "analyzer/variability/space/space_cover.h"
#include "analyzer/variability/space/space_coverage.h"
#include "analyzer/variability/space/space_review.h"
#include "analyzer/variability/space/space_text.h"
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/variant_json.h"
#include "lsp/wire/json_text.h"

static struct json_object *value_to_json(const struct feature *feature, struct value value)
{
	return new_raw(value_json(feature->arena, value));
}

static void put_assignment(const struct feature *feature, struct json_object *json, const char *key,
	space_assignment assignment)
{
	if (assignment)
		put(json, key,
			value_to_json(feature, space_assignment_value(feature->document.space,
						       assignment, feature->arena)));
}

static void put_place(const struct feature *feature, struct json_object *json, struct node node)
{
	struct range range;

	if (variant_node_place(feature, node, &range))
		put(json, "range", feature_convert(feature, range));
}

/* ---- vtosca/space ---- */

static struct json_object *number_json(struct space_number number)
{
	struct json_object *json = new_object();

	put(json, "count", new_raw(number.digits));
	put(json, "exact", new_boolean(number.is_exact));
	return json;
}

static struct json_object *inputs_json(const struct feature *feature)
{
	const struct space *space = feature->document.space;
	struct json_object *list = new_array();

	for (size_t i = 0; i < space_input_count(space); i++) {
		struct space_classes classes = space_classes(space, i);
		struct json_object *json = new_object(), *values = new_array();

		for (uint32_t c = 0; c < classes.count; c++)
			push(values, value_to_json(feature, classes.values[c]));
		put(json, "name", new_string(classes.name));
		put(json, "classes", values);
		put_place(feature, json, classes.key);
		push(list, json);
	}
	return list;
}

/* Many elements are shown by the same assignments. */
struct assignments {
	const struct feature *feature;
	struct name_table known; /* by their classes, as bytes → struct string, in JSON */
};

static struct string assignment_text(struct assignments *assignments, space_assignment assignment)
{
	const struct feature *feature = assignments->feature;
	const struct space *space = feature->document.space;
	struct string classes = {
		(const char *)assignment, space_input_count(space) * sizeof(*assignment)};
	struct string *known = name_table_find(&assignments->known, classes);

	if (!known) {
		known = arena_allocate(feature->arena, 1, sizeof(*known));
		*known = value_json(
			feature->arena, space_assignment_value(space, assignment, feature->arena));
		name_table_add(&assignments->known, feature->arena, classes, known);
	}
	return *known;
}

static void add_member(struct json_text *text, struct string name, struct string value)
{
	json_text_add(text, name);
	json_text_add_string(text, value);
}

static void add_assignment(struct json_text *text, struct string name,
	struct assignments *assignments, space_assignment assignment)
{
	if (!assignment)
		return;
	json_text_add(text, name);
	json_text_add(text, assignment_text(assignments, assignment));
}

static void add_element(
	struct json_text *text, struct assignments *assignments, const struct element *element)
{
	const struct feature *feature = assignments->feature;
	const struct space *space = feature->document.space;
	struct space_presence presence = space_presence(space, element, feature->arena);
	struct string condition = space_condition(space, element);

	add_member(text, STRING("{\"id\":"), element_id(element, feature->arena));
	add_member(text, STRING(",\"when\":"), string_from(space_when_name(presence.when)));
	if (condition.length > 0)
		add_member(text, STRING(",\"condition\":"), condition);
	add_assignment(text, STRING(",\"present\":"), assignments, presence.present);
	add_assignment(text, STRING(",\"absent\":"), assignments, presence.absent);
	if (presence.reason)
		add_member(text, STRING(",\"reason\":"), string_from(presence.reason));
	json_text_add(text, STRING("}"));
}

static struct json_object *elements_json(const struct feature *feature)
{
	struct elements all = analysis_elements(feature->document.analysis);
	struct assignments assignments = {.feature = feature};
	struct json_text text = {0};
	bool is_first = true;

	json_text_add(&text, STRING("["));
	for (uint32_t i = 0; i < all.count; i++) {
		if (!variant_lists_element(feature, all.items[i]))
			continue;
		json_text_add(&text, is_first ? STRING("") : STRING(","));
		add_element(&text, &assignments, all.items[i]);
		is_first = false;
	}
	json_text_add(&text, STRING("]"));
	return json_text_value(&text);
}

static struct json_object *failures_json(const struct feature *feature)
{
	size_t count;
	const struct space_failure *failures = space_failures(feature->document.space, &count);
	struct json_object *list = new_array();

	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "code", new_text(diagnostic_code_row(failures[i].code)->name));
		put(json, "message", new_string(failures[i].message));
		if (failures[i].conflict_count > 0)
			put(json, "reason", new_string(failures[i].advice));
		if (failures[i].element)
			put(json, "element",
				new_string(element_id(failures[i].element, feature->arena)));
		put_assignment(feature, json, "inputs", failures[i].inputs);
		put_place(feature, json, failures[i].place);
		push(list, json);
	}
	return list;
}

static struct json_object *equal_json(const struct feature *feature)
{
	const struct analysis *analysis = feature->document.analysis;
	size_t count;
	const struct equal_variants *equal = space_equal_presets(analysis, feature->arena, &count);
	struct json_object *list = new_array();

	for (size_t i = 0; i < count; i++) {
		struct json_object *names = new_array();

		for (size_t k = 0; k < equal[i].count; k++)
			push(names,
				new_string(analysis_variant(analysis, equal[i].items[k])->name));
		push(list, names);
	}
	return list;
}

static struct json_object *unused_json(const struct feature *feature)
{
	size_t count;
	const struct unused_declaration *unused =
		space_unused(feature->document.space, feature->arena, &count);
	struct json_object *list = new_array();

	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "kind", new_text(unused[i].is_input ? "input" : "expression"));
		put(json, "name", new_string(unused[i].name));
		put_place(feature, json, unused[i].key);
		push(list, json);
	}
	return list;
}

struct json_object *handle_space(struct feature *feature)
{
	const struct space *space = feature->document.space;
	struct string hopeless = space_hopeless_text(space, feature->arena);
	struct json_object *result = new_object();

	put(result, "version", new_integer(feature->document.version));
	if (hopeless.length > 0)
		put(result, "reason",
			new_string(arena_format(feature->arena, "no assignment resolves: %.*s",
				STRING_ARGUMENTS(hopeless))));
	put(result, "inputs", inputs_json(feature));
	put(result, "assignments", new_raw(space_assignments(space, feature->arena).digits));
	put(result, "failing", number_json(space_failing(space, feature->arena)));
	put(result, "distinct", number_json(space_distinct(space, feature->arena)));
	put(result, "elements", elements_json(feature));
	put(result, "failures", failures_json(feature));
	put(result, "equal", equal_json(feature));
	put(result, "unused", unused_json(feature));
	return result;
}

/* ---- vtosca/whatIf ---- */

/* False if the id that is given is none; NULL if there is no element at the position. */
static bool element_param(struct feature *feature, const struct element **element)
{
	const struct analysis *analysis = feature->document.analysis;
	struct string id;
	uint32_t offset;

	if (member_string(feature->params, "element", &id)) {
		*element = analysis_find_element(analysis, id);
		if (!*element)
			feature_fail(feature, ERROR_INVALID_PARAMS, "There is no element \"%.*s\"",
				STRING_ARGUMENTS(id));
		return *element != NULL;
	}
	if (!feature_offset(feature, &offset))
		return false;
	*element =
		analysis_element_at(analysis, syntax_tree_node_at(feature->document.tree, offset));
	return true;
}

static struct json_object *changes_json(
	const struct feature *feature, const struct space_changes *changes)
{
	struct json_object *list = new_array();

	for (size_t i = 0; i < changes->count; i++) {
		struct json_object *json = new_object();

		put(json, "inputs", value_to_json(feature, changes->items[i].inputs));
		put(json, "complete", value_to_json(feature, changes->items[i].complete));
		put(json, "text", new_string(changes->items[i].text));
		push(list, json);
	}
	return list;
}

struct json_object *handle_what_if(struct feature *feature)
{
	const struct element *element;
	struct space_changes changes;
	struct json_object *result;
	size_t variant;

	if (!variant_param(feature, "variant", &variant) || !element_param(feature, &element) ||
		!element)
		return NULL;
	changes = space_changes(feature->document.space, variant, element, feature->arena);
	result = new_object();
	put(result, "element", new_string(element_id(element, feature->arena)));
	put(result, "display", new_string(element_title(element, feature->arena)));
	put(result, "variant",
		new_string(analysis_variant(feature->document.analysis, variant)->name));
	put(result, "presence", new_text(presence_name(changes.now)));
	put(result, "changes", changes_json(feature, &changes));
	if (changes.is_never || changes.reason)
		put(result, "reason", new_text(changes.is_never ? "never" : changes.reason));
	return result;
}

/* ---- vtosca/cover ---- */

static struct json_object *presets_json(
	const struct feature *feature, const struct space_cover *cover)
{
	struct json_object *list = new_array();

	for (size_t i = 0; i < cover->count; i++) {
		struct json_object *json = new_object();

		put_assignment(feature, json, "inputs", cover->presets[i].inputs);
		if (cover->presets[i].error.length > 0)
			put(json, "fails", new_string(cover->presets[i].error));
		if (cover->presets[i].reason.length > 0)
			put(json, "reason", new_string(cover->presets[i].reason));
		push(list, json);
	}
	return list;
}

struct json_object *handle_cover(struct feature *feature)
{
	struct string kind = STRING("conditions");
	struct json_object *result;
	struct space_cover cover;

	member_string(feature->params, "kind", &kind);
	if (!string_is(kind, "conditions") && !string_is(kind, "pairs"))
		return feature_fail(feature, ERROR_INVALID_PARAMS, "There is no kind \"%.*s\"",
			STRING_ARGUMENTS(kind));
	cover = space_cover(feature->document.space,
		string_is(kind, "pairs") ? COVER_PAIRS : COVER_CONDITIONS, feature->arena);
	result = new_object();
	put(result, "presets", presets_json(feature, &cover));
	if (cover.reason)
		put(result, "reason", new_text(cover.reason));
	return result;
}

/* ---- vtosca/coverage ---- */

static void add_condition(struct json_text *text, const struct feature *feature,
	const struct covered_condition *condition)
{
	const struct syntax_tree *tree = feature->document.tree;
	enum position_encoding encoding = feature->client.encoding;
	struct range range;

	add_member(text, STRING("{\"condition\":"), condition->text);
	if (condition->element)
		add_member(text, STRING(",\"element\":"),
			element_id(condition->element, feature->arena));
	add_member(text, STRING(",\"seen\":"), string_from(covered_condition_seen(condition)));
	json_text_add(
		text, condition->is_part ? STRING(",\"part\":true") : STRING(",\"part\":false"));
	if (variant_node_place(feature, condition->expression, &range)) {
		json_text_add(text, STRING(",\"range\":"));
		json_text_add_range(text, syntax_tree_position(tree, range.start, encoding),
			syntax_tree_position(tree, range.end, encoding));
	}
	json_text_add(text, STRING("}"));
}

struct json_object *handle_coverage(struct feature *feature)
{
	size_t count;
	const struct covered_condition *conditions =
		space_coverage(feature->document.analysis, feature->arena, &count);
	struct json_object *result = new_object();
	struct json_text list = {0};

	json_text_add(&list, STRING("["));
	for (size_t i = 0; i < count; i++) {
		json_text_add(&list, i > 0 ? STRING(",") : STRING(""));
		add_condition(&list, feature, &conditions[i]);
	}
	json_text_add(&list, STRING("]"));
	put(result, "version", new_integer(feature->document.version));
	put(result, "conditions", json_text_value(&list));
	return result;
}
