/* Artifacts of nodes and operations: what they must have, their properties, and the endings of
 * their files. */
#include "analyzer/model/behaviour/artifact_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/graph_place.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/text/alternatives_text.h"
#include "analyzer/model/text/file_name.h"

/* "tar.gz" and ".tar.gz" both mean files that end so. */
static bool ends_with(struct string file, struct string extension)
{
	if (string_starts_with(extension, "."))
		extension = string_slice(extension, 1, extension.length);
	if (!extension.length || file.length <= extension.length)
		return false;
	size_t dot = file.length - extension.length - 1;
	return file.bytes[dot] == '.' &&
	       string_equal(string_slice(file, dot + 1, file.length), extension);
}

/* Whether the name of the file ends in anything: "image:1.2" and "site/" do not. */
static bool has_extension(struct string file)
{
	for (size_t i = file.length; i > 0 && file.bytes[i - 1] != '/'; i--) {
		if (file.bytes[i - 1] == ':')
			return false;
		if (file.bytes[i - 1] == '.')
			return i < file.length && i > 1;
	}
	return false;
}

/* "file_ext: The optional list of file extensions for the Artifact Type." */
bool artifact_file_fits(const struct type *type, struct string file)
{
	struct node extensions = type_value(type, "file_ext").node;
	if (!has_extension(file) || node_kind(extensions) != NODE_SEQUENCE ||
		node_count(extensions) == 0)
		return true;
	for (uint32_t i = 0; i < node_count(extensions); i++)
		if (!node_is_string(node_item(extensions, i)) ||
			ends_with(file, node_text(node_item(extensions, i))))
			return true;
	return false;
}

static void check_extension(
	struct template_checker *checker, const struct type *type, struct node file)
{
	struct node extensions = type_value(type, "file_ext").node;
	struct alternatives_text expected = {0};
	if (!node_is_string(file) || artifact_file_fits(type, node_text(file)))
		return;
	for (uint32_t i = 0; i < node_count(extensions); i++)
		alternatives_add(&expected, node_text(node_item(extensions, i)));
	diagnostics_add(checker->values.diagnostics, DIAGNOSTIC_CODE_WRONG_EXTENSION, file,
		"Files of artifact type \"%.*s\" end in %.*s", STRING_ARGUMENTS(type->name),
		STRING_ARGUMENTS(alternatives_list(&expected, checker->scope.arena)));
}

/* What is said of an artifact: by a template or type itself, and by the types above. */
struct artifact {
	struct node key; /* for what is missing */
	struct node value;
	const struct type_member *inherited; /* NULL if no type is known to define it */
	bool is_inherited;                   /* what it lacks may be said above */
	const struct type *where;            /* that writes it; NULL: a template */
};

static const struct type *type_of(struct template_checker *checker, const struct artifact *artifact)
{
	struct node name = node_kind(artifact->value) == NODE_MAPPING
				   ? type_name_of(artifact->value)
				   : (struct node){0};
	struct placed_node inherited = member_value(artifact->inherited, "type", "");
	if (node_is_null(name) && node_is_string(inherited.node))
		return placed_type(inherited, TYPE_ARTIFACT);
	if (!node_is_string(name))
		return NULL;
	const struct type *type =
		artifact->where ? type_find_from(artifact->where, TYPE_ARTIFACT, node_text(name))
				: types_find(checker->scope.types, TYPE_ARTIFACT, node_text(name));
	return type && !type->is_cyclic ? type : NULL;
}

static bool is_said(const struct artifact *artifact, const char *keyname, const char *short_keyname)
{
	return !node_is_absent(node_find(artifact->value, string_from(keyname)).key) ||
	       !node_is_null(member_value(artifact->inherited, keyname, short_keyname).node);
}

static void report_missing(
	struct template_checker *checker, const struct artifact *artifact, const char *keyname)
{
	template_report(checker, DIAGNOSTIC_CODE_MISSING_KEYNAME, artifact->key,
		"An artifact needs the keyname \"%s\"", keyname);
}

/* Simple Profile, section "Artifact definition": "type" and "file" are mandatory in the long
 * notation. */
static void check_mandatory(struct template_checker *checker, const struct artifact *artifact)
{
	if (version_is_2_0(checker->scope.version) || checker->scope.is_variable ||
		node_kind(artifact->value) != NODE_MAPPING || node_is_broken(artifact->value) ||
		(artifact->is_inherited && !artifact->inherited))
		return;
	/* In short notation, the type follows from the name of the file. */
	if (!is_said(artifact, "type", "type"))
		report_missing(checker, artifact, "type");
	if (!is_said(artifact, "file", "file"))
		report_missing(checker, artifact, "file");
}

/* Node types of OpenTOSCA Vintner define properties in artifacts, where others give them values. */
static bool has_definitions(struct node properties)
{
	for (uint32_t i = 0; i < node_count(properties); i++) {
		struct node value = node_entry(properties, i).value;
		if (node_kind(value) == NODE_MAPPING && !node_is_null(node_get(value, "type")))
			return true;
	}
	return false;
}

static void check_properties(
	struct template_checker *checker, const struct artifact *artifact, const struct type *type)
{
	/* A node type leaves values to its templates. */
	bool is_complete = !artifact->where && !artifact->is_inherited;
	struct node properties = node_get(artifact->value, "properties");
	struct type_members definitions =
		member_cache_get(checker->values.members, type, PART_PROPERTIES);
	bool is_open = version_is_2_0(checker->scope.version) ? definitions.count == 0
							      : has_definitions(properties);
	/* In types, the OASIS suite for TOSCA 2.0 has properties where nobody defines any. */
	if (artifact->where && is_open)
		return;
	value_check_all(&checker->values, definitions, properties, artifact->key, "property",
		node_text(artifact->key), is_complete);
}

/* Whether there is such a file is asked for all of a template at once. */
static void note_file(struct template_checker *checker, struct node name)
{
	if (checker->scope.notes && name.reference.section >= checker->scope.section)
		template_notes_add(
			checker->scope.notes, (struct template_note){.kind = NOTE_FILE,
						      .section = checker->scope.section,
						      .file = name.reference,
						      .fingerprint = string_hash(node_text(name))});
}

static void check_file(struct template_checker *checker, const struct artifact *artifact)
{
	struct node file = node_is_string(artifact->value) ? artifact->value
							   : node_get(artifact->value, "file");
	if (node_is_string(file) && may_be_file_name(node_text(file)) &&
		!is_said(artifact, "repository", ""))
		note_file(checker, file);
}

static void check_artifact(struct template_checker *checker, const struct artifact *artifact)
{
	const struct type *type = type_of(checker, artifact);
	check_mandatory(checker, artifact);
	check_file(checker, artifact);
	if (!type)
		return;
	check_extension(checker, type,
		node_is_string(artifact->value) ? artifact->value
						: node_get(artifact->value, "file"));
	check_properties(checker, artifact, type);
}

/* ---- of nodes ---- */

/* Of several types that a node may have, the first that defines the artifact. */
static const struct type_member *find_defined(
	struct template_checker *checker, const struct element_types *types, struct string name)
{
	for (size_t i = 0; i < types->count; i++) {
		const struct type_member *found = type_members_find(
			member_cache_get(checker->values.members, types->items[i], PART_ARTIFACTS),
			name);
		if (found)
			return found;
	}
	return NULL;
}

void artifacts_check(struct template_checker *checker, struct node_entry node)
{
	struct node artifacts = node_get(node.value, "artifacts");
	uint32_t count = collection_count(artifacts);
	struct element_types types = {0};
	if (count > 0)
		types = template_types_of(&checker->scope, TYPE_NODE, "node_templates", node.value);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = collection_entry(artifacts, i);
		struct artifact artifact = {
			.key = entry.key,
			.value = entry.value,
			.inherited = find_defined(checker, &types, node_text(entry.key)),
		};
		artifact.is_inherited = artifact.inherited || !types.is_known ||
					!node_is_null(node_get(node.value, "copy"));
		check_artifact(checker, &artifact);
	}
}

void artifacts_check_type(struct template_checker *checker, const struct type *type)
{
	struct type_members members =
		member_cache_get(checker->values.members, type, PART_ARTIFACTS);
	for (size_t i = 0; type->kind == TYPE_NODE && i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		struct artifact artifact = {
			.key = member->key,
			.value = member->definition,
			.inherited = member->refines,
			.is_inherited = member->refines != NULL,
			.where = type,
		};
		if (member->origin == type)
			check_artifact(checker, &artifact);
	}
}

/* ---- of operations ---- */

/* Unfurl implements operations by classes of its own: "Ansible". */
static bool starts_like_class(struct string text)
{
	return text.length > 0 && text.bytes[0] >= 'A' && text.bytes[0] <= 'Z';
}

/* Neither a path nor a command. */
static bool is_word(struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		char c = text.bytes[i];
		bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
		if (!is_letter && !(c >= '0' && c <= '9') && c != '-')
			return false;
	}
	return text.length > 0;
}

/* "implementation: the name of an artifact, or a file": TOSCA 2.0, section "Operation
 * implementation definition". */
static void check_name(
	struct template_checker *checker, const struct graph_place *place, struct node name)
{
	struct value_schema schema;
	struct suggestion suggestion = suggestion_for(node_text(name));
	bool is_node = place->kind == PLACE_NODE;
	enum verdict verdict =
		is_node ? graph_find(checker, place, PART_ARTIFACTS, node_text(name), &schema)
			: UNKNOWN;
	struct node own = node_get(place->element, "artifacts");
	bool is_class = checker->scope.is_variable && starts_like_class(node_text(name));
	if (verdict == HOLDS || !node_is_absent(collection_find(own, node_text(name)).key))
		return;
	for (uint32_t i = 0;
		is_node && i < collection_count(own) && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, node_text(collection_entry(own, i).key));
	if (is_node)
		graph_suggest(checker, place, PART_ARTIFACTS, &suggestion);
	bool is_file = is_file_name(node_text(name));
	if (suggestion.best.length && !is_file && !is_class) {
		struct string hint = suggestion_text(checker, suggestion.best);
		diagnostics_add(checker->values.diagnostics, DIAGNOSTIC_CODE_MISSING_ARTIFACT, name,
			"\"%.*s\" has no artifact \"%.*s\"%.*s", STRING_ARGUMENTS(place->name),
			STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint))
			->replacement = suggestion.best;
		return;
	}
	bool is_template = !node_is_absent(place->element) && verdict == FAILS;
	if (may_be_file_name(node_text(name)) ||
		(is_template && !checker->scope.is_variable && is_word(node_text(name))))
		note_file(checker, name);
}

/* What a definition names by itself, or defines in place. */
static void check_implementing(struct template_checker *checker, const struct graph_place *place,
	const struct type *where, struct node key, struct node value)
{
	struct artifact artifact = {.key = key, .value = value, .where = where};
	if (node_kind(value) == NODE_MAPPING)
		check_artifact(checker, &artifact);
	else if (node_is_string(value))
		check_name(checker, place, value);
}

void implementation_check(struct template_checker *checker, const struct graph_place *place,
	const struct type *where, struct node operation)
{
	struct node implementation = node_kind(operation) == NODE_MAPPING
					     ? node_get(operation, "implementation")
					     : operation;
	if (node_kind(implementation) != NODE_MAPPING) {
		check_implementing(checker, place, where, (struct node){0}, implementation);
		return;
	}
	struct node primary = node_get(implementation, "primary");
	struct node dependencies = node_get(implementation, "dependencies");
	uint32_t count = node_kind(dependencies) == NODE_SEQUENCE ? node_count(dependencies) : 0;
	check_implementing(checker, place, where, node_key(primary), primary);
	for (uint32_t i = 0; i < count; i++) {
		struct node one = node_item(dependencies, i);
		check_implementing(checker, place, where, node_entry(one, 0).key, one);
	}
}
