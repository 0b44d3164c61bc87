/* Fingerprints of types: of what a type says itself, and of all types it refers to, and so on.
 *
 * Types that refer to each other share what is outside of them: they are found as strongly
 * connected components (Tarjan), without recursion, since derivations may be long. */
#include "analyzer/model/types/types_internal.h"

#include "base/memory.h"

enum {
	NOT_VISITED = 0,
};

/* A type, and the types of its group that it refers to. */
struct vertex {
	struct type *type;
	uint64_t own;     /* of its definition */
	uint64_t outside; /* of the types it refers to that are not of the group */
	uint32_t *edges;
	size_t edge_count, edge_capacity;
	size_t next_edge; /* to be followed */
	uint32_t order, lowest;
	bool is_open; /* its component is not complete */
};

struct search {
	struct arena *arena;
	const struct types_group *group;
	struct vertex *vertices;
	uint32_t count, order;
	uint32_t *path, *open;
	uint32_t path_length, open_count;
};

/* ---- reading definitions ---- */

/* Until it is known, a fingerprint holds the number of the vertex. */
static void add_reference(struct search *search, struct vertex *vertex, const struct type *type)
{
	if (type->file->group != search->group) {
		vertex->outside += fingerprint_mix(type->fingerprint);
		return;
	}
	vertex->edges = arena_reserve(search->arena, vertex->edges, vertex->edge_count,
		&vertex->edge_capacity, sizeof(*vertex->edges));
	vertex->edges[vertex->edge_count++] = (uint32_t)type->fingerprint;
}

/* Whatever is the name of a type is taken for one. Normative types never change. */
static void add_name(struct search *search, struct vertex *vertex, struct string name)
{
	const struct types_file *file = vertex->type->file;
	for (size_t i = 0; i < file->view_count; i++) {
		const struct types_view *view = &file->views[i];
		struct string prefix = view->prefix;
		if (name.length < prefix.length ||
			!string_equal(string_slice(name, 0, prefix.length), prefix))
			continue;
		struct string rest = string_slice(name, prefix.length, name.length);
		size_t position = 0;
		const struct type *type;
		while ((type = types_file_next_of_any_kind(view->file, rest, &position)))
			add_reference(search, vertex, type);
	}
}

static uint64_t read_node(
	struct search *search, struct vertex *vertex, struct node node, unsigned depth)
{
	uint64_t hash = (uint64_t)node_kind(node) + 1;
	uint32_t count = node_count(node);
	if (node_kind(node) == NODE_SCALAR) {
		if (node_is_string(node))
			add_name(search, vertex, node_text(node));
		return fingerprint_mix(string_hash(node_text(node)) + node_scalar_type(node));
	}
	for (uint32_t i = 0; i < count; i++) {
		struct node value = node_item(node, i);
		if (node_kind(node) == NODE_MAPPING) {
			struct node_entry entry = node_entry(node, i);
			/* What the type itself says to people is all the same. */
			if (depth == 0 && string_is(node_text(entry.key), "description"))
				continue;
			hash = fingerprint_mix(hash + string_hash(node_text(entry.key)));
			value = entry.value;
		}
		hash = fingerprint_mix(hash) + read_node(search, vertex, value, depth + 1);
	}
	return fingerprint_mix(hash);
}

static void read_types(struct search *search)
{
	for (struct types_file *file = search->group->files; file; file = file->next) {
		for (size_t i = 0; i < file->own_count; i++) {
			file->own[i]->fingerprint = search->count;
			search->vertices[search->count++].type = file->own[i];
		}
	}
	for (uint32_t i = 0; i < search->count; i++) {
		struct vertex *vertex = &search->vertices[i];
		const struct type *type = vertex->type;
		vertex->own = read_node(search, vertex, type->definition, 0) +
			      fingerprint_mix(string_hash(type->name) + type->kind) +
			      fingerprint_mix(type->file->version);
	}
}

/* ---- components ---- */

static void enter(struct search *search, uint32_t number)
{
	struct vertex *vertex = &search->vertices[number];
	vertex->order = vertex->lowest = ++search->order;
	vertex->is_open = true;
	search->path[search->path_length++] = number;
	search->open[search->open_count++] = number;
}

static uint64_t sum_of_references(const struct search *search, const struct vertex *vertex)
{
	uint64_t sum = vertex->outside;
	for (size_t i = 0; i < vertex->edge_count; i++) {
		const struct vertex *next = &search->vertices[vertex->edges[i]];
		if (!next->is_open)
			sum += fingerprint_mix(next->type->fingerprint);
	}
	return sum;
}

/* The vertices that are open since `first` are a component. */
static void complete(struct search *search, uint32_t first)
{
	uint32_t start = search->open_count;
	uint64_t sum = 0;
	do {
		const struct vertex *vertex = &search->vertices[search->open[--start]];
		sum += fingerprint_mix(vertex->own) + sum_of_references(search, vertex);
	} while (search->open[start] != first);
	for (uint32_t i = start; i < search->open_count; i++) {
		struct vertex *vertex = &search->vertices[search->open[i]];
		vertex->type->fingerprint = fingerprint_mix(vertex->own + fingerprint_mix(sum));
	}
	for (uint32_t i = start; i < search->open_count; i++)
		search->vertices[search->open[i]].is_open = false;
	search->open_count = start;
}

/* One step of the search: down an edge, or back up. */
static void step(struct search *search)
{
	uint32_t number = search->path[search->path_length - 1];
	struct vertex *vertex = &search->vertices[number];
	if (vertex->next_edge < vertex->edge_count) {
		uint32_t next = vertex->edges[vertex->next_edge++];
		if (search->vertices[next].order == NOT_VISITED)
			enter(search, next);
		else if (search->vertices[next].is_open &&
			 search->vertices[next].order < vertex->lowest)
			vertex->lowest = search->vertices[next].order;
		return;
	}
	search->path_length--;
	if (vertex->lowest == vertex->order) {
		complete(search, number);
		return;
	}
	struct vertex *above = &search->vertices[search->path[search->path_length - 1]];
	if (vertex->lowest < above->lowest)
		above->lowest = vertex->lowest;
}

void types_group_find_fingerprints(struct types_group *group)
{
	size_t total = 0;
	for (const struct types_file *file = group->files; file; file = file->next)
		total += file->own_count;
	struct search search = {.arena = arena_create(), .group = group};
	search.vertices = arena_allocate(search.arena, total + 1, sizeof(*search.vertices));
	search.path = arena_allocate(search.arena, total + 1, sizeof(*search.path));
	search.open = arena_allocate(search.arena, total + 1, sizeof(*search.open));
	read_types(&search);
	for (uint32_t i = 0; i < search.count; i++) {
		if (search.vertices[i].order == NOT_VISITED)
			enter(&search, i);
		while (search.path_length > 0)
			step(&search);
	}
	arena_destroy(search.arena);
}
