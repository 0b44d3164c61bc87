#include "analyzer/ide/names/links.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/walk.h"

struct collector {
	struct arena *arena;
	struct link *items;
	size_t count, capacity;
};

/* The construct that names the file: by its short form, or by a keyname such as `file`. */
static enum construct naming_construct(const struct place *place)
{
	return place->shape->kind == SHAPE_CONSTRUCT ? (enum construct)place->shape->construct
						     : place->construct;
}

static void describe(enum construct construct, struct link *link)
{
	switch (construct) {
	case CONSTRUCT_IMPORT:
		link->title = "imported file";
		break;
	case CONSTRUCT_ARTIFACT:
	case CONSTRUCT_ARTIFACT_DEFINITION:
		link->title = "artifact";
		link->may_be_no_file = true;
		break;
	case CONSTRUCT_VARIABILITY:
		link->title = "conditions and rules";
		break;
	case CONSTRUCT_PLUGINS:
		link->title = "plugin";
		break;
	default:
		link->title = "implementation";
		link->may_be_no_file = true;
	}
}

/* Simple Profile 1.3, section 3.6.3: `repository` beside `file` says where the path begins. */
static struct string in_repository(struct node file, struct string target, struct arena *arena)
{
	struct string name = node_text(node_get(node_parent(file), "repository"));
	if (name.length == 0)
		return target;
	struct node repository = names_find(file.tree, DECLARED_REPOSITORY, name).value;
	struct string url = node_kind(repository) == NODE_MAPPING
				    ? node_text(node_get(repository, "url"))
				    : node_text(repository);
	if (string_ends_with(url, "/"))
		url = string_slice(url, 0, url.length - 1);
	return url.length == 0 ? (struct string){"", 0}
			       : arena_format(arena, "%.*s/%.*s", STRING_ARGUMENTS(url),
					 STRING_ARGUMENTS(target));
}

bool file_name_of(const struct walk_item *item, struct file_name *name)
{
	const struct place *place = item->place;
	if (item->is_key || place->is_expression || place->is_entry)
		return false;
	const struct shape *shape = shape_alternative(place->shape, SHAPE_NAME);
	*name = (struct file_name){item->node, CONSTRUCT_NONE, false};
	if (!shape || shape->name != NAME_OF_FILE || node_text(item->node).length == 0)
		return false;
	name->construct = naming_construct(place);
	name->is_keyname = place->shape->kind == SHAPE_NAME;
	return true;
}

bool link_of(const struct file_name *name, struct arena *arena, struct link *link)
{
	*link = (struct link){.range = node_range(name->node), .target = node_text(name->node)};
	if (name->is_keyname)
		link->target = in_repository(name->node, link->target, arena);
	if (node_scalar_style(name->node) == SCALAR_SINGLE_QUOTED ||
		node_scalar_style(name->node) == SCALAR_DOUBLE_QUOTED) {
		link->range.start++;
		link->range.end--;
	}
	describe(name->construct, link);
	return link->target.length > 0;
}

static void visit(void *context, const struct walk_item *item)
{
	struct collector *collector = context;
	struct file_name name;
	struct link link;
	if (!file_name_of(item, &name) || !link_of(&name, collector->arena, &link))
		return;
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = link;
}

const struct link *links_list(const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct collector collector = {.arena = arena};
	struct walk walk = {.arena = arena, .context = &collector, .visit = visit};
	walk_document(tree, &walk);
	*count = collector.count;
	return collector.items;
}
