/* Quick fixes for imports: of a file near the document that defines the unknown type; a file that
 * is not there is created. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/declarations/nearby.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/model/types/files.h"
#include "analyzer/text/path.h"

#include <string.h>

/* What kind of type the name at a place is. */
static bool kind_at(struct node name, enum type_kind *kind)
{
	struct place place = place_of_node(name);
	const struct shape *shape = shape_alternative(place.shape, SHAPE_NAME);
	return shape && type_kind_of_name(place_name_kind(&place, shape), kind);
}

void offer_import(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	const struct actions_request *request = offer->request;
	struct node node = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	struct string name = node_text(node);
	enum type_kind kind;
	if (!request->files || name.length == 0 || !kind_at(node, &kind))
		return;
	struct nearby_types nearby =
		nearby_types(request->files, request->path, kind, name, offer->arena);
	for (size_t i = 0; i < nearby.count; i++) {
		struct string path = nearby.items[i].path;
		struct text_edit edit;
		if (!string_equal(nearby.items[i].name, name) ||
			!insertion_of_import(offer->tree, request->path, path, &edit, offer->arena))
			continue;
		struct string file = path_relative(offer->arena, path_folder(request->path), path);
		offer_fix(offer, diagnostic,
			arena_format(offer->arena, "Import \"%.*s\"", STRING_ARGUMENTS(file)),
			edit);
	}
}

static bool ends_as_yaml(struct string path)
{
	return string_ends_with(path, ".yaml") || string_ends_with(path, ".yml");
}

static bool is_import(struct node name)
{
	struct place place = place_of_node(name);
	return place.construct == CONSTRUCT_IMPORT ||
	       (place.keyname && string_is(string_from(place.keyname->name), "imports"));
}

/* One that is imported is TOSCA of the version of the document. */
static struct string first_text(struct offer *offer, struct node name)
{
	struct node version = node_get(syntax_tree_root(offer->tree), "tosca_definitions_version");
	if (!is_import(name) || node_kind(version) != NODE_SCALAR)
		return STRING("");
	return arena_format(offer->arena, "tosca_definitions_version: %.*s\n",
		STRING_ARGUMENTS(node_text(version)));
}

void offer_file(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	const struct actions_request *request = offer->request;
	struct node name = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	struct string written = node_kind(name) == NODE_SCALAR ? node_text(name) : STRING("");
	struct string path = path_join(offer->arena, path_folder(request->path), written);
	bool is_elsewhere = written.length == 0 || written.bytes[0] == '/' ||
			    memchr(written.bytes, ':', written.length) != NULL;
	bool is_meant = !is_import(name) || ends_as_yaml(written);
	if (is_elsewhere || !is_meant || path_folder(request->path).length == 0 ||
		!request->files || files_have(request->files, path))
		return;
	struct action *action = offer_action(offer, ACTION_QUICK_FIX,
		arena_format(offer->arena, "Create the file \"%.*s\"", STRING_ARGUMENTS(written)),
		(struct edits){0});
	action->diagnostic = diagnostic;
	action->file = path;
	action->text = first_text(offer, name);
}
