/* textDocument/signatureHelp */
#include "analyzer/ide/hover/signature.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

/* Places in a label are counted in units of the agreed encoding, as all places are. */
static int64_t units(const struct feature *feature, struct string label, uint32_t offset)
{
	return position_count_units(string_slice(label, 0, offset), feature->client.encoding);
}

static struct json_object *operand_json(
	const struct feature *feature, struct string label, struct range operand)
{
	struct json_object *json = new_object();
	struct json_object *place = new_array();

	if (feature->client.signature_label_offsets) {
		push(place, new_integer(units(feature, label, operand.start)));
		push(place, new_integer(units(feature, label, operand.end)));
		put(json, "label", place);
	} else {
		json_object_put(place);
		put(json, "label", new_string(string_slice(label, operand.start, operand.end)));
	}
	return json;
}

struct json_object *handle_signature(struct feature *feature)
{
	struct json_object *result, *signatures, *json, *operands;
	struct signature signature;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	signature = signature_at(
		feature->document.tree, feature->document.analysis, offset, feature->arena);
	if (signature.label.length == 0)
		return NULL;
	operands = new_array();
	for (size_t i = 0; i < signature.count; i++)
		push(operands, operand_json(feature, signature.label, signature.operands[i]));
	json = new_object();
	put(json, "label", new_string(signature.label));
	if (signature.documentation.length > 0)
		put(json, "documentation",
			feature_markup(feature, signature.documentation,
				feature->client.signature_markdown));
	put(json, "parameters", operands);
	signatures = new_array();
	push(signatures, json);
	result = new_object();
	put(result, "signatures", signatures);
	put(result, "activeSignature", new_integer(0));
	put(result, "activeParameter", new_integer((int64_t)signature.active));
	return result;
}
