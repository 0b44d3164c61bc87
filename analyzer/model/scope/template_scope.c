#include "analyzer/model/scope/template_scope.h"

#include "analyzer/model/grammar/grammar.h"

enum {
	MOST_COPIES = 16,
};

/* ---- notes ---- */

void template_notes_add(struct template_notes *notes, struct template_note note)
{
	notes->items = arena_reserve(
		notes->arena, notes->items, notes->count, &notes->capacity, sizeof(*notes->items));
	notes->items[notes->count++] = note;
	notes->file_count += note.kind == NOTE_FILE;
}

void template_notes_found(
	struct template_notes *notes, uint32_t section, const struct diagnostics *diagnostics)
{
	if (notes)
		template_notes_add(notes, (struct template_note){.kind = NOTE_FOUND,
						  .section = section,
						  .found = diagnostics->count});
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
	return (hash ^ more) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
}

static uint64_t element_hash(const char *collection, struct string name)
{
	return mix(string_hash(string_from(collection)), string_hash(name));
}

static uint64_t content_hash(struct node node)
{
	uint64_t hash = mix((uint64_t)node_kind(node), string_hash(node_text(node)));
	uint32_t count = node_count(node);
	for (uint32_t i = 0; i < count; i++) {
		if (node_kind(node) == NODE_MAPPING) {
			struct node_entry entry = node_entry(node, i);
			hash = mix(hash, string_hash(node_text(entry.key)));
			hash = mix(hash, content_hash(entry.value));
		} else {
			hash = mix(hash, content_hash(node_item(node, i)));
		}
	}
	return hash;
}

/* How much of a keyname's value others can see. Whoever asks for a property wants to know that
 * it is there; its value says nothing about types. */
enum visibility {
	VISIBLE,
	VISIBLE_NAMES,
	VISIBLE_AS_SUCH, /* whether there is a value */
	INVISIBLE,
};

static enum visibility visibility_of(struct string keyname)
{
	static const struct {
		const char *keyname;
		enum visibility visibility;
	} rows[] = {
		{"artifacts", VISIBLE_NAMES},
		{"attributes", VISIBLE_NAMES},
		{"capabilities", VISIBLE_NAMES},
		{"conditions", VISIBLE_AS_SUCH},
		{"constraints", INVISIBLE},
		{"default", INVISIBLE},
		{"description", INVISIBLE},
		{"implies", INVISIBLE},
		{"metadata", INVISIBLE},
		{"properties", VISIBLE_NAMES},
		{"validation", INVISIBLE},
		{"weight", INVISIBLE},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (string_is(keyname, rows[i].keyname))
			return rows[i].visibility;
	return VISIBLE;
}

static uint64_t names_hash(struct node collection)
{
	uint64_t hash = 1;
	uint32_t count = collection_count(collection);
	for (uint32_t i = 0; i < count; i++)
		hash = mix(hash, string_hash(node_text(collection_entry(collection, i).key)));
	return hash;
}

static uint64_t visible_hash(enum visibility visibility, struct node value)
{
	return visibility == VISIBLE         ? content_hash(value)
	       : visibility == VISIBLE_NAMES ? names_hash(value)
					     : node_is_null(value);
}

static uint64_t fingerprint_of(struct node element)
{
	if (node_kind(element) != NODE_MAPPING)
		return content_hash(element);
	uint64_t hash = 1;
	uint32_t count = node_count(element);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(element, i);
		enum visibility visibility = visibility_of(node_text(entry.key));
		if (visibility == INVISIBLE)
			continue;
		hash = mix(hash, string_hash(node_text(entry.key)));
		hash = mix(hash, visible_hash(visibility, entry.value));
	}
	return hash;
}

/* Whoever asks for values asks for another element, so that a changed value concerns no one
 * else. */
static uint64_t values_hash(uint64_t element)
{
	return mix(element, 1);
}

void template_note_element(
	struct template_scope *scope, const char *collection, struct node_entry element)
{
	uint64_t hash = element_hash(collection, node_text(element.key));
	if (!scope->notes)
		return;
	template_notes_add(scope->notes, (struct template_note){NOTE_ELEMENT, scope->section,
						 {hash}, fingerprint_of(element.value)});
	uint64_t values = mix(content_hash(node_get(element.value, "properties")),
		content_hash(node_get(element.value, "capabilities")));
	template_notes_add(scope->notes,
		(struct template_note){NOTE_ELEMENT, scope->section, {values_hash(hash)}, values});
}

void template_notes_hold(struct template_notes *notes, uint32_t section, const char *collection,
	struct string name, uint64_t fingerprint)
{
	template_notes_add(notes, (struct template_note){NOTE_ELEMENT, section,
					  {element_hash(collection, name)}, fingerprint});
}

void template_notes_ask(
	struct template_notes *notes, uint32_t section, const char *collection, struct string name)
{
	template_notes_add(notes, (struct template_note){NOTE_QUESTION, section,
					  {element_hash(collection, name)}, 0});
}

/* ---- collections ---- */

uint32_t collection_count(struct node collection)
{
	return node_count(collection);
}

struct node_entry collection_entry(struct node collection, uint32_t position)
{
	if (node_kind(collection) == NODE_MAPPING)
		return node_entry(collection, position);
	return node_entry(node_item(collection, position), 0);
}

struct node_entry collection_find(struct node collection, struct string name)
{
	if (node_kind(collection) == NODE_MAPPING)
		return node_find(collection, name);
	uint32_t count = node_count(collection);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = collection_entry(collection, i);
		if (!node_is_absent(entry.key) && string_equal(node_text(entry.key), name))
			return entry;
	}
	return (struct node_entry){0};
}

/* What an entry of a list says whatever is present: its value, which may be wrapped. */
static struct node value_without_conditions(struct node listed)
{
	if (!node_is_null(node_get(listed, "conditions")) ||
		!node_is_null(node_get(listed, "expression")))
		return (struct node){0};
	struct node wrapped = node_get(listed, "value");
	return node_is_null(wrapped) ? listed : wrapped;
}

bool properties_find(struct node properties, struct string name, struct node *value)
{
	*value = (struct node){0};
	if (node_kind(properties) != NODE_SEQUENCE) {
		struct node_entry entry = node_find(properties, name);
		*value = entry.value;
		return !node_is_absent(entry.key);
	}
	size_t found = 0;
	for (uint32_t i = 0; i < node_count(properties); i++) {
		struct node_entry entry = collection_entry(properties, i);
		if (node_is_absent(entry.key) || !string_equal(node_text(entry.key), name))
			continue;
		found++;
		*value = value_without_conditions(entry.value);
	}
	if (found > 1)
		*value = (struct node){0};
	return found > 0;
}

/* ---- look-ups ---- */

/* Maps have an index of their keys; a list of thousands of nodes needs one as well. */
struct named_list {
	struct named_list *next;
	struct node list;
	uint32_t *slots; /* a position plus one, or 0 */
	uint32_t mask;
};

struct template_scope template_scope_of(const struct types *types, const struct syntax_tree *tree,
	struct template_notes *notes, struct arena *arena)
{
	struct node template = grammar_template(tree).value;
	enum definitions_version version = grammar_version(tree);
	return (struct template_scope){
		.types = types,
		.version = version,
		.is_variable = (definitions_version_set(version) & VERSIONS_VARIABILITY) != 0 ||
			       !node_is_null(node_get(template, "variability")),
		.template = template,
		.arena = arena,
		.notes = notes,
	};
}

static uint32_t *slot_of(const struct named_list *index, struct string name)
{
	uint32_t slot = (uint32_t)string_hash(name) & index->mask;
	while (index->slots[slot]) {
		struct node key = collection_entry(index->list, index->slots[slot] - 1).key;
		if (string_equal(node_text(key), name))
			break;
		slot = (slot + 1) & index->mask;
	}
	return &index->slots[slot];
}

static const struct named_list *index_of(struct template_scope *scope, struct node list)
{
	for (struct named_list *index = scope->lists; index; index = index->next)
		if (node_equal_place(index->list, list))
			return index;
	struct named_list *index = arena_allocate(scope->arena, 1, sizeof(*index));
	uint32_t count = node_count(list);
	uint32_t size = 16;
	while (size < 2 * count)
		size *= 2;
	*index = (struct named_list){scope->lists, list, NULL, size - 1};
	index->slots = arena_allocate(scope->arena, size, sizeof(*index->slots));
	for (uint32_t i = 0; i < count; i++) {
		struct node key = collection_entry(list, i).key;
		uint32_t *slot = node_is_absent(key) ? NULL : slot_of(index, node_text(key));
		if (slot && !*slot)
			*slot = i + 1;
	}
	scope->lists = index;
	return index;
}

/* Types know no template that could answer. */
static void note_question(struct template_scope *scope, uint64_t hash)
{
	if (scope->notes && !node_is_absent(scope->template))
		template_notes_add(scope->notes,
			(struct template_note){NOTE_QUESTION, scope->section, {hash}, 0});
}

struct node_entry template_find(
	struct template_scope *scope, const char *collection, struct string name)
{
	note_question(scope, element_hash(collection, name));
	struct node elements = node_get(scope->template, collection);
	if (node_kind(elements) != NODE_SEQUENCE)
		return node_find(elements, name);
	uint32_t slot = *slot_of(index_of(scope, elements), name);
	return slot ? collection_entry(elements, slot - 1) : (struct node_entry){0};
}

struct node_entry template_find_with_values(
	struct template_scope *scope, const char *collection, struct string name)
{
	note_question(scope, values_hash(element_hash(collection, name)));
	return template_find(scope, collection, name);
}

struct node template_find_parameter(
	struct template_scope *scope, const char *collection, struct string name)
{
	struct node parameters = node_get(scope->template, collection);
	struct node found = template_find(scope, collection, name).value;
	if (node_kind(parameters) != NODE_SEQUENCE)
		return found;
	for (uint32_t i = 0; i < collection_count(parameters); i++) {
		struct node_entry other = collection_entry(parameters, i);
		if (string_equal(node_text(other.key), name) &&
			!string_equal(node_text(node_get(other.value, "type")),
				node_text(node_get(found, "type"))))
			return (struct node){0};
	}
	return found;
}

/* ---- types of elements ---- */

struct node type_name_of(struct node element)
{
	struct node type = node_get(element, "type");
	bool is_only_one = node_kind(type) == NODE_SEQUENCE && node_count(type) == 1;
	struct node name = is_only_one ? collection_entry(type, 0).key : type;
	return node_kind(name) == NODE_SCALAR ? name : (struct node){0};
}

static void add_type(const struct types *all, enum type_kind kind, struct string name,
	struct element_types *types)
{
	const struct type *type = types_find(all, kind, name);
	if (!type || type->is_cyclic || types->count == MOST_ALTERNATIVES)
		types->is_known = false;
	else
		types->items[types->count++] = type;
}

struct element_types element_types_of(
	const struct types *types, enum type_kind kind, struct node element)
{
	struct element_types found = {.is_known = true};
	struct node type = node_get(element, "type");
	uint32_t count = node_kind(type) == NODE_SEQUENCE ? node_count(type) : 0;
	for (uint32_t i = 0; i < count; i++)
		add_type(types, kind, node_text(collection_entry(type, i).key), &found);
	if (node_kind(type) != NODE_SEQUENCE)
		add_type(types, kind, node_text(type), &found);
	found.is_known = found.is_known && found.count > 0;
	return found;
}

struct element_types template_types_of(struct template_scope *scope, enum type_kind kind,
	const char *collection, struct node element)
{
	for (unsigned i = 0; node_is_null(node_get(element, "type")) && i < MOST_COPIES; i++) {
		struct node original = node_get(element, "copy");
		if (!node_is_string(original))
			break;
		element = template_find(scope, collection, node_text(original)).value;
	}
	return element_types_of(scope->types, kind, element);
}
