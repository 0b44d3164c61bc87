/* Names that the types of an element declare: properties, requirements, operations … */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/names/mention.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/requirements/requirement_count_check.h"
#include "analyzer/model/values/value_check.h"

#include <string.h>

static enum completion_kind completion_kind_of(enum member_kind kind)
{
	switch (kind) {
	case MEMBER_ATTRIBUTE:
		return COMPLETION_ATTRIBUTE;
	case MEMBER_CAPABILITY:
		return COMPLETION_CAPABILITY;
	case MEMBER_REQUIREMENT:
		return COMPLETION_RELATION;
	case MEMBER_INTERFACE:
		return COMPLETION_INTERFACE;
	case MEMBER_ARTIFACT:
		return COMPLETION_ARTIFACT;
	case MEMBER_OPERATION:
	case MEMBER_NOTIFICATION:
		return COMPLETION_OPERATION;
	case MEMBER_INPUT:
		return COMPLETION_INPUT;
	case MEMBER_PROPERTY:
		break;
	}
	return COMPLETION_PROPERTY;
}

static bool has_value(enum member_kind kind)
{
	return kind == MEMBER_PROPERTY || kind == MEMBER_ATTRIBUTE || kind == MEMBER_INPUT;
}

bool completion_requirement_is_required(const struct type_member *requirement, bool is_2_0)
{
	return requirement_range_of(requirement, is_2_0).least > 0;
}

/* Whether a template has to say something about it. */
static bool is_required(const struct completion_list *list, const struct type_member *member)
{
	enum member_kind kind = list->declaration.member_kind;
	if (kind == MEMBER_REQUIREMENT)
		return completion_requirement_is_required(
			member, version_is_2_0(list->place.version));
	return kind == MEMBER_PROPERTY && !list->declaration.is_refined &&
	       value_is_required(member);
}

static const char *new_line(const struct completion_list *list, const char *begin)
{
	return arena_format(list->arena, "\n%*s%s$1",
		(int)(list->cursor.indentation + list->indentation), "", begin)
		.bytes;
}

/* How the value begins: by its type. */
static const char *snippet_of(const struct completion_list *list, const struct type_member *member)
{
	bool in_flow = list->cursor.in_flow;
	if (list->declaration.is_refined || !has_value(list->declaration.member_kind)) {
		enum member_kind kind = list->declaration.member_kind;
		bool short_form = kind == MEMBER_REQUIREMENT || kind == MEMBER_OPERATION ||
				  kind == MEMBER_ARTIFACT || kind == MEMBER_NOTIFICATION;
		bool is_short = short_form && !list->declaration.is_refined;
		return is_short ? "$1" : in_flow ? "{$1}" : new_line(list, "");
	}
	struct value_schema schema = value_schema_of_member(member);
	const char *choice = completion_choice(list, schema);
	if (choice)
		return choice;
	enum primitive_type primitive = schema_type(list->types, schema).primitive;
	bool is_map = primitive == PRIMITIVE_MAP ||
		      (primitive == PRIMITIVE_NONE && schema_type(list->types, schema).type);
	if (is_map)
		return in_flow ? "{$1}" : new_line(list, "");
	if (primitive == PRIMITIVE_LIST)
		return in_flow ? "[$1]" : new_line(list, "- ");
	return primitive == PRIMITIVE_RANGE ? "[$1, $2]" : "$1";
}

/* The type of a value or capability, the target type of a requirement. */
static struct string detail_of(const struct completion_list *list, const struct type_member *member)
{
	struct node type = type_member_get(member, "type");
	if (list->declaration.member_kind == MEMBER_REQUIREMENT)
		type = type_member_get(member, "capability");
	if (node_is_absent(type) && node_kind(member->definition) == NODE_SCALAR)
		type = member->definition;
	struct string name = node_kind(type) == NODE_SCALAR ? node_text(type) : STRING("");
	bool required = is_required(list, member);
	return arena_format(list->arena, "%.*s%s%s", STRING_ARGUMENTS(name),
		required && name.length > 0 ? ", " : "", required ? "required" : "");
}

static struct string document(const struct completion_list *list, const struct type_member *member)
{
	struct markdown text = markdown_in(list->arena);
	struct node description = type_member_get(member, "description");
	struct node standard = type_member_get(member, "default");
	if (node_kind(description) == NODE_SCALAR)
		markdown_add_description(&text, node_text(description));
	if (text.length > 0)
		markdown_add(&text, "\n");
	if (!node_is_absent(standard)) {
		markdown_write(&text, "Default: `%.*s`\n\n",
			STRING_ARGUMENTS(completion_as_written(list, standard)));
	}
	if (member->origin)
		markdown_write(&text, "Declared by `%.*s`", STRING_ARGUMENTS(member->origin->name));
	return markdown_text(&text);
}

/* Whether other entries of the list assign the requirement as often as it may be, where no
 * conditions choose among them. */
static bool is_assigned_enough(const struct completion_list *list, const struct type_member *member)
{
	const struct cursor *cursor = &list->cursor;
	size_t length = cursor->path_length;
	if (list->declaration.member_kind != MEMBER_REQUIREMENT || length == 0 ||
		list->place.construct != CONSTRUCT_NODE_TEMPLATE ||
		cursor->path[length - 1].index < 0)
		return false;
	struct template_scope scope = template_scope_of(list->types, list->tree, NULL, list->arena);
	if (scope.is_variable)
		return false;
	struct node assigned = cursor_node(list->tree, cursor->path, length - 1);
	double count = 0;
	for (uint32_t i = 0; i < collection_count(assigned); i++)
		count += (int32_t)i != cursor->path[length - 1].index &&
			 string_equal(node_text(collection_entry(assigned, i).key), member->name);
	return count >= requirement_range_of(member, version_is_2_0(scope.version)).most;
}

/* Such as the name and the state: hardly ever what somebody asks for. */
static bool is_of_every_node(const struct type_member *member)
{
	return member->origin && !member->origin->parent && type_is_normative(member->origin);
}

static void add(struct completion_list *list, const struct type_member *member, bool as_key)
{
	enum completion_kind kind = completion_kind_of(list->declaration.member_kind);
	struct string name = arena_copy(list->arena, member->name);
	struct completion_item *item =
		as_key ? completion_add_key(list, kind, name, snippet_of(list, member), "")
		       : completion_add_value(list, kind, name);
	if (item) {
		item->precedence = as_key && is_required(list, member)   ? -1
				   : !as_key && is_of_every_node(member) ? 1
									 : 0;
		item->detail = detail_of(list, member);
		item->documentation = document(list, member);
		item->deprecated =
			string_is(node_text(type_member_get(member, "status")), "deprecated");
	}
}

void complete_members(struct completion_list *list, struct type_members members,
	enum member_kind kind, bool as_key)
{
	list->declaration.member_kind = kind;
	for (int required = 1; required >= 0; required--) {
		for (size_t i = 0; i < members.count; i++) {
			const struct type_member *member = &members.items[i];
			bool used = as_key && (completion_is_used(list, member->name) ||
						      is_assigned_enough(list, member));
			if (!used && is_required(list, member) == (required == 1))
				add(list, member, as_key);
		}
	}
}

/* ---- where types tell nothing ---- */

static struct string type_of(struct node template)
{
	struct node type = node_get(template, "type");
	return node_kind(type) == NODE_SCALAR ? node_text(type) : STRING("");
}

/* Names of the entries of one of its maps or lists. */
static void add_names_of(struct completion_list *list, struct node container, const char *keyname,
	enum completion_kind kind, int precedence)
{
	struct name_list names = names_in(node_get(container, keyname), list->arena);

	for (size_t i = 0; i < names.count; i++) {
		struct string name = names.items[i].name;
		struct completion_item *item =
			completion_is_used(list, name)
				? NULL
				: completion_add_key(list, kind, name, "$1", "");

		if (item)
			item->precedence = precedence;
	}
}

/* The node of which the element at the cursor is what a test expects. */
static struct node resolved_node(const struct completion_list *list)
{
	const struct known_file *template = list->settings->result_of;

	return template ? names_find(template->tree, DECLARED_NODE, list->place.node).value
			: (struct node){0};
}

void complete_members_as_elsewhere(struct completion_list *list)
{
	static const struct {
		const char *keyname;
		enum completion_kind kind;
	} parts[] = {
		{"properties", COMPLETION_PROPERTY},
		{"attributes", COMPLETION_ATTRIBUTE},
		{"capabilities", COMPLETION_CAPABILITY},
		{"requirements", COMPLETION_RELATION},
		{"interfaces", COMPLETION_INTERFACE},
	};
	enum {
		OTHER_TYPES = 1
	};
	const struct place *place = &list->place;
	size_t part = 0, above = list->cursor.path_length;
	struct name_list nodes = names_of(list->names, DECLARED_NODE, list->arena);
	struct string type;

	if (place->construct != CONSTRUCT_NODE_TEMPLATE || !place->keyname)
		return;
	while (part < sizeof(parts) / sizeof(*parts) &&
		strcmp(parts[part].keyname, place->keyname->name) != 0)
		part++;
	while (above > 0 && !string_is(list->cursor.path[above - 1].key, place->keyname->name))
		above--;
	if (part == sizeof(parts) / sizeof(*parts) || above == 0)
		return;
	type = type_of(cursor_node(list->tree, list->cursor.path, above - 1));
	if (type.length == 0 || (list->types && types_find(list->types, TYPE_NODE, type)))
		return;
	add_names_of(list, resolved_node(list), parts[part].keyname, parts[part].kind, 0);
	for (int precedence = 0; precedence <= OTHER_TYPES; precedence++)
		for (size_t i = 0; i < nodes.count; i++)
			if (precedence == OTHER_TYPES ||
				string_equal(type_of(nodes.items[i].value), type))
				add_names_of(list, nodes.items[i].value, parts[part].keyname,
					parts[part].kind, precedence);
}
