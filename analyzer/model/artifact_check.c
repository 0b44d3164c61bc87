/* Artifacts of a node: their properties, and the endings of their files. */
#include "analyzer/model/template_checker.h"
#include "analyzer/model/type_relation.h"

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
static void check_extension(
	struct template_checker *checker, const struct type *type, struct node file)
{
	struct node extensions = type_value(type, "file_ext").node;
	struct string expected = {"", 0};
	if (!node_is_string(file) || !has_extension(node_text(file)) ||
		node_kind(extensions) != NODE_SEQUENCE || node_count(extensions) == 0)
		return;
	for (uint32_t i = 0; i < node_count(extensions); i++) {
		struct string extension = node_text(node_item(extensions, i));
		if (ends_with(node_text(file), extension))
			return;
		expected = arena_format(checker->scope.arena, "%.*s%s\"%.*s\"",
			STRING_ARGUMENTS(expected), i ? " or " : "", STRING_ARGUMENTS(extension));
	}
	diagnostics_add(checker->values.diagnostics, DIAGNOSTIC_CODE_WRONG_EXTENSION, file,
		"Files of artifact type \"%.*s\" end in %.*s", STRING_ARGUMENTS(type->name),
		STRING_ARGUMENTS(expected));
}

static const struct type *type_of(struct template_checker *checker, struct node artifact)
{
	struct node name =
		node_kind(artifact) == NODE_MAPPING ? type_name_of(artifact) : (struct node){0};
	const struct type *type = node_is_string(name) ? types_find(checker->scope.types,
								 TYPE_ARTIFACT, node_text(name))
						       : NULL;
	return type && !type->is_cyclic ? type : NULL;
}

void artifact_files_check(struct template_checker *checker, struct node artifacts)
{
	uint32_t count = collection_count(artifacts);
	for (uint32_t i = 0; i < count; i++) {
		struct node artifact = collection_entry(artifacts, i).value;
		const struct type *type = type_of(checker, artifact);
		if (type)
			check_extension(checker, type, node_get(artifact, "file"));
	}
}

void artifacts_check(struct template_checker *checker, struct node_entry node)
{
	struct node artifacts = node_get(node.value, "artifacts");
	uint32_t count = collection_count(artifacts);
	artifact_files_check(checker, artifacts);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry artifact = collection_entry(artifacts, i);
		const struct type *type = type_of(checker, artifact.value);
		if (type)
			value_check_all(&checker->values,
				member_cache_get(checker->values.members, type, PART_PROPERTIES),
				node_get(artifact.value, "properties"), artifact.key, "property",
				node_text(artifact.key), version_is_2_0(checker->scope.version));
	}
}
