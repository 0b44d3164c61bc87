/* Rules about several keynames of one construct. */
#include "analyzer/language/grammar/exclusions.h"
#include "analyzer/model/grammar/directives.h"
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/report/suggestion.h"

#include <string.h>

static bool is_given(struct node mapping, const char *keyname)
{
	return !node_is_null(node_get(mapping, keyname));
}

static void report_missing(
	struct grammar_walker *walker, struct node key, struct node mapping, const char *message)
{
	struct node place = key;
	if (node_is_absent(place))
		place = node_count(mapping) ? node_entry(mapping, 0).key : mapping;
	grammar_report(walker, DIAGNOSTIC_CODE_MISSING_KEYNAME, place, "%s", message);
}

static bool has_scheme(struct string url)
{
	for (size_t i = 0; i + 2 < url.length; i++) {
		if (url.bytes[i] == '/' || url.bytes[i] == ' ')
			return false;
		if (url.bytes[i] == ':')
			return i > 1;
	}
	return false;
}

/* TOSCA 2.0, section "Import definition": "An import statement must include either a url or
 * a profile, but not both." */
static void check_import(struct grammar_walker *walker, struct node key, struct node import)
{
	if (!version_is_2_0(walker->version))
		return;
	bool has_url = is_given(import, "url");
	bool has_profile = is_given(import, "profile");
	if (!has_url && !has_profile)
		report_missing(walker, key, import, "An import needs \"url\" or \"profile\"");
	struct node namespace = node_get(import, "namespace");
	if (node_is_string(namespace) && node_text(namespace).length == 0)
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, namespace,
			"The name of a namespace must not be empty");
	if (has_scheme(node_text(node_get(import, "url"))) && is_given(import, "repository"))
		grammar_report(walker, DIAGNOSTIC_CODE_EXCLUDED_KEYNAME,
			node_find(import, STRING("repository")).key,
			"A URL with a scheme is in no repository: a path is relative to one");
}

/* TOSCA 2.0, sections "Function definitions" and "Function syntax". */
static void check_function(struct grammar_walker *walker, struct node key, struct node function)
{
	struct node signatures = node_get(function, "signatures");
	struct string name = node_text(key);
	if (name.length && memchr(name.bytes, '$', name.length))
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key,
			"The name of a function has no \"$\"");
	if (node_kind(signatures) != NODE_SCALAR && !node_is_absent(signatures) &&
		node_count(signatures) == 0)
		grammar_report(walker, DIAGNOSTIC_CODE_MISSING_KEYNAME, node_key(signatures),
			"A function needs at least one signature");
}

/* TOSCA 2.0, section "Artifact definition": "Shall be specified if checksum is specified". */
static void check_artifact(struct grammar_walker *walker, struct node artifact)
{
	if (version_is_2_0(walker->version) && is_given(artifact, "checksum") &&
		!is_given(artifact, "checksum_algorithm"))
		grammar_report(walker, DIAGNOSTIC_CODE_MISSING_KEYNAME,
			node_find(artifact, STRING("checksum")).key,
			"A checksum needs \"checksum_algorithm\"");
}

static struct suggestion nearest_word(const struct shape *shape, struct node node)
{
	struct suggestion suggestion = suggestion_for(node_text(node));
	const char *rest = shape->words;
	struct string word;
	while (shape_next_word(&rest, &word))
		suggestion_offer(&suggestion, word);
	return suggestion;
}

/* Orchestrators have words of their own; this is about typing mistakes. */
static void check_common_word(struct grammar_walker *walker, struct node node,
	const struct shape *shape, const char *noun)
{
	struct suggestion suggestion = nearest_word(shape, node);
	if (!node_is_string(node) || !suggestion.best.length || suggestion.distance > 2 ||
		string_equal(suggestion.best, node_text(node)))
		return;
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_BAD_KEYNAME_VALUE,
		node, "Unknown %s \"%.*s\"; did you mean \"%.*s\"?", noun,
		STRING_ARGUMENTS(node_text(node)), STRING_ARGUMENTS(suggestion.best));
	if (!diagnostic)
		return;
	diagnostic->severity = DIAGNOSTIC_WARNING;
	diagnostic->replacement = suggestion.best;
}

/* TOSCA 1.x: the only keyname there is, and nothing behind it. TOSCA 2.0 has a rule for all. */
static void check_value_given(struct grammar_walker *walker, struct node mapping, const char *noun)
{
	struct node_entry only = node_entry(mapping, 0);
	if (node_count(mapping) != 1 || !node_is_null(only.value) || walker->strict)
		return;
	grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, only.key,
		"%s needs a value behind \"%.*s\"", noun, STRING_ARGUMENTS(node_text(only.key)));
}

/* TOSCA, section "Activity definitions": a map with a single keyname. */
static void check_activity(struct grammar_walker *walker, struct node key, struct node activity)
{
	if (node_count(activity) == 0)
		report_missing(walker, key, activity, "An activity needs a keyname");
	if (node_count(activity) > 1)
		grammar_report(walker, DIAGNOSTIC_CODE_EXCLUDED_KEYNAME,
			node_entry(activity, 1).key,
			"An activity has one keyname: write another list entry");
	check_value_given(walker, activity, "An activity");
	const struct keyname_row *state =
		keyname_find(CONSTRUCT_ACTIVITY, walker->version, STRING("set_state"));
	check_common_word(walker, node_get(activity, "set_state"), state->shape, "state");
}

/* Simple Profile, section "Constraint clause definition": one operator; a range has two bounds. */
static void check_constraint(struct grammar_walker *walker, struct node key, struct node constraint)
{
	struct node range = node_get(constraint, "in_range");
	if (node_count(constraint) == 0 && !node_is_broken(constraint))
		report_missing(walker, key, constraint, "A constraint clause needs an operator");
	if (node_count(constraint) > 1)
		grammar_report(walker, DIAGNOSTIC_CODE_EXCLUDED_KEYNAME,
			node_entry(constraint, 1).key,
			"A constraint clause has one operator: write another list entry");
	check_value_given(walker, constraint, "A constraint clause");
	if (node_kind(range) == NODE_SEQUENCE && node_count(range) != 2)
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, range,
			"\"in_range\" must be a list of two values, not of %u", node_count(range));
}

/* Simple Profile 1.1 and 1.2, section "Trigger definition": both names are in use. */
static void check_trigger(struct grammar_walker *walker, struct node key, struct node trigger)
{
	const struct keyname_row *event =
		keyname_find(CONSTRUCT_TRIGGER, walker->version, STRING("event"));
	if ((event->flags & KEYNAME_MANDATORY) || is_given(trigger, "event") ||
		is_given(trigger, "event_type"))
		return;
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_MISSING_KEYNAME, key,
		"A trigger needs the keyname \"event\" or \"event_type\"");
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* Variability4TOSCA, section "Node template": "Non-Negative Number"; and the reference
 * implementation demands at most 1. */
static void check_weight(struct grammar_walker *walker, struct node mapping)
{
	struct node weight = node_get(mapping, "weight");
	double number = node_number(weight);
	if (number < 0 || number > 1)
		grammar_report(walker, DIAGNOSTIC_CODE_BAD_WEIGHT, weight,
			"A weight is a number from 0 to 1");
}

static void check_directives(struct grammar_walker *walker, struct node mapping)
{
	struct node directives = node_get(mapping, "directives");
	const struct keyname_row *row =
		keyname_find(CONSTRUCT_NODE_TEMPLATE, walker->version, STRING("directives"));
	struct grammar_span span = grammar_span_to_check(walker, directives);
	if (node_kind(directives) != NODE_SEQUENCE)
		return;
	/* Their names in TOSCA 1.1 and 1.2, which many go on writing. */
	static const struct shape former = {
		.kind = SHAPE_STRING, .words = "selectable|substitutable"};
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node directive = node_item(directives, i);
		struct suggestion today = nearest_word(row->shape->element, directive);
		struct suggestion before = nearest_word(&former, directive);
		bool is_former = before.best.length &&
				 (!today.best.length || before.distance < today.distance);
		check_common_word(
			walker, directive, is_former ? &former : row->shape->element, "directive");
	}
}

/* Simple Profile, section "Operation implementation definition". Some orchestrators take the names
 * of nodes, and short ones are easily alike. */
static void check_operation_host(struct grammar_walker *walker, struct node implementation)
{
	struct node host = node_get(implementation, "operation_host");
	const struct keyname_row *row =
		keyname_find(CONSTRUCT_IMPLEMENTATION, walker->version, STRING("operation_host"));
	if (row && (node_text(host).length > 5 || nearest_word(row->shape, host).distance == 0))
		check_common_word(walker, host, row->shape, "host");
}

/* Simple Profile, section "Metadata": "metadata: map of string". */
static void check_metadata(
	struct grammar_walker *walker, enum construct construct, struct node mapping)
{
	struct node metadata = node_get(mapping, "metadata");
	if (walker->strict || node_kind(metadata) != NODE_MAPPING ||
		!keyname_find(construct, walker->version, STRING("metadata")))
		return;
	struct grammar_span span = grammar_span_to_check(walker, metadata);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node_entry entry = node_entry(metadata, i);
		enum node_kind kind = node_kind(entry.value);
		if (kind != NODE_MAPPING && kind != NODE_SEQUENCE)
			continue;
		struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE,
			entry.value,
			"\"%.*s\" is %s, which orchestrators may ignore: metadata of TOSCA 1.x "
			"are strings",
			STRING_ARGUMENTS(node_text(entry.key)),
			grammar_node_description(entry.value));
		if (diagnostic)
			diagnostic->severity = DIAGNOSTIC_INFORMATION;
	}
}

/* Section "Node template": the filter by which orchestrators select a node. */
static void check_own_filter(struct grammar_walker *walker, struct node template)
{
	struct node key = node_find(template, STRING("node_filter")).key;
	if (!node_is_absent(key) && !directives_use_filter(node_get(template, "directives")))
		grammar_report(walker, DIAGNOSTIC_CODE_INEFFECTIVE_KEYNAME, key,
			"\"node_filter\" has no effect without the directive \"select\"");
}

/* TOSCA 2.0, section "metadata": the reserved keys hold text. */
static void check_reserved_metadata(struct grammar_walker *walker, struct node file)
{
	static const char *const reserved[] = {
		"template_name", "template_author", "template_version"};
	struct node metadata = node_get(file, "metadata");
	struct grammar_span span = grammar_span_to_check(walker, metadata);
	if (!version_is_2_0(walker->version) || node_kind(metadata) != NODE_MAPPING)
		return;
	for (uint32_t i = 3 * span.first; i < 3 * span.end; i++) {
		struct node_entry entry = node_entry(metadata, i / 3);
		struct node value = entry.value;
		if (string_is(node_text(entry.key), reserved[i % 3]) &&
			node_kind(value) == NODE_SCALAR && !node_is_string(value) &&
			!(i % 3 == 2 && node_scalar_type(value) == SCALAR_FLOAT))
			grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, value,
				"\"%s\" must be a string, not %s", reserved[i % 3],
				grammar_node_description(value));
	}
}

static bool has_anchor(struct node node, unsigned depth)
{
	if (node_anchor(node).length || depth > 64)
		return true;
	uint32_t count = node_count(node);
	for (uint32_t i = 0; i < count; i++) {
		struct node child = node_kind(node) == NODE_MAPPING ? node_entry(node, i).value
								    : node_item(node, i);
		if (has_anchor(child, depth + 1))
			return true;
	}
	return false;
}

static void check_profile(struct grammar_walker *walker, struct node file)
{
	struct node profile = node_get(file, "profile");
	if (!version_is_2_0(walker->version) || node_is_null(profile))
		return;
	if (node_is_string(profile) && node_text(profile).length == 0)
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, profile,
			"The name of a profile must not be empty");
}

/* TOSCA 2.0, section "TOSCA file definition": the version "MUST be the first line". The Simple
 * Profile says so, too (section "TOSCA namespace prefix"), yet its tools do not mind. */
static void check_first_line(struct grammar_walker *walker, struct node file)
{
	struct node version = node_find(file, STRING("tosca_definitions_version")).key;
	if (node_is_absent(version) || node_equal_place(version, node_entry(file, 0).key))
		return;
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_MISPLACED_KEYNAME,
		version, "\"tosca_definitions_version\" must come first");
	if (diagnostic && !walker->strict)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* Simple Profile, section "Rules to avoid namespace collisions": the URI of TOSCA "as well as all
 * (path) extensions to it, SHALL be reserved". The profiles themselves have namespaces in it. */
static void check_namespace(struct grammar_walker *walker, struct node file)
{
	static const char reserved[] = "http://docs.oasis-open.org/tosca";
	struct node namespace = node_get(file, "namespace");
	struct string text = node_text(namespace);
	struct string rest = text.length < strlen(reserved)
				     ? text
				     : string_slice(text, strlen(reserved), text.length);
	if (walker->strict || !string_starts_with(text, reserved) ||
		(rest.length && rest.bytes[0] != '/') ||
		string_starts_with(rest, "/ns/simple/yaml/"))
		return;
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_RESERVED_NAME,
		namespace, "\"%s\" and all paths below it are reserved for TOSCA itself", reserved);
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* TOSCA 2.0, section "dsl_definitions": YAML anchors, for use by aliases. */
static void check_anchors(struct grammar_walker *walker, struct node file)
{
	struct node definitions = node_get(file, "dsl_definitions");
	if (!version_is_2_0(walker->version) || node_kind(definitions) != NODE_MAPPING)
		return;
	struct grammar_span span = grammar_span_to_check(walker, definitions);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node_entry entry = node_entry(definitions, i);
		if (!has_anchor(entry.value, 0))
			grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, entry.key,
				"\"%.*s\" has no anchor, so no alias can repeat it",
				STRING_ARGUMENTS(node_text(entry.key)));
	}
}

/* TOSCA 2.0, section "Defining Profiles": "TOSCA files that define a profile … MUST NOT also define
 * a service template", which the OASIS suite does not mind if that substitutes nodes: "service
 * templates defined in profiles MUST advertise substitution mapping". */
static bool is_tolerated(const struct keyname_exclusion *exclusion, struct node mapping)
{
	return exclusion->construct == CONSTRUCT_FILE &&
	       is_given(node_get(mapping, exclusion->keyname), "substitution_mappings");
}

static void check_exclusions(
	struct grammar_walker *walker, enum construct construct, struct node mapping)
{
	const struct keyname_exclusion *row = NULL;
	const char *told = "";
	while ((row = keyname_exclusion_next(construct, walker->version, row))) {
		if (!is_given(mapping, row->keyname) || !is_given(mapping, row->other) ||
			strcmp(told, row->keyname) == 0)
			continue;
		struct diagnostic *diagnostic = grammar_report(walker,
			DIAGNOSTIC_CODE_EXCLUDED_KEYNAME,
			node_find(mapping, string_from(row->keyname)).key, "%s", row->message);
		if (diagnostic && (!row->is_error || is_tolerated(row, mapping)))
			diagnostic->severity = DIAGNOSTIC_WARNING;
		told = row->keyname;
	}
}

void grammar_check_construct(struct grammar_walker *walker, enum construct construct,
	struct node key, struct node mapping)
{
	check_metadata(walker, construct, mapping);
	check_exclusions(walker, construct, mapping);
	switch (construct) {
	case CONSTRUCT_FILE:
		check_reserved_metadata(walker, mapping);
		check_namespace(walker, mapping);
		check_anchors(walker, mapping);
		check_profile(walker, mapping);
		check_first_line(walker, mapping);
		break;
	case CONSTRUCT_IMPORT:
		check_import(walker, key, mapping);
		break;
	case CONSTRUCT_ACTIVITY:
		check_activity(walker, key, mapping);
		break;
	case CONSTRUCT_FUNCTION_DEFINITION:
		check_function(walker, key, mapping);
		break;
	case CONSTRUCT_TRIGGER:
		check_trigger(walker, key, mapping);
		break;
	case CONSTRUCT_OPERATION_DEFINITION:
	case CONSTRUCT_NOTIFICATION_DEFINITION:
		grammar_check_operation(walker, mapping);
		break;
	case CONSTRUCT_ARTIFACT:
	case CONSTRUCT_ARTIFACT_DEFINITION:
		check_artifact(walker, mapping);
		break;
	case CONSTRUCT_CONSTRAINT_CLAUSE:
		check_constraint(walker, key, mapping);
		break;
	case CONSTRUCT_NODE_TEMPLATE:
		check_directives(walker, mapping);
		check_own_filter(walker, mapping);
		check_weight(walker, mapping);
		break;
	case CONSTRUCT_IMPLEMENTATION:
	case CONSTRUCT_NOTIFICATION_IMPLEMENTATION:
		check_operation_host(walker, mapping);
		break;
	case CONSTRUCT_TECHNOLOGY:
		check_weight(walker, mapping);
		break;
	default:
		break;
	}
}
