#include "analyzer/syntax/tree/tree_builder.h"

#include "base/memory.h"

#include <string.h>

enum {
	LARGEST_BATCH = 64 /* sections that are parsed at once */
};

void tree_builder_start(
	struct tree_builder *builder, struct string text, const struct outline_context *context)
{
	if (!builder->scratch)
		builder->scratch = section_scratch_create();
	builder->text = text;
	outline_scan(&builder->outline, text, context);
}

void tree_builder_finish(struct tree_builder *builder)
{
	for (uint32_t i = 0; i < builder->count; i++)
		section_release(builder->sections[i]);
	memory_release(builder->sections);
	memory_release(builder->parents);
	outline_finish(&builder->outline);
	section_scratch_destroy(builder->scratch);
	*builder = (struct tree_builder){0};
}

static uint32_t add_section(struct tree_builder *builder, struct section *section, uint32_t parent)
{
	builder->sections = memory_reserve(builder->sections, builder->count,
		&builder->section_capacity, sizeof(struct section *));
	builder->parents = memory_reserve(
		builder->parents, builder->count, &builder->parent_capacity, sizeof(uint32_t));
	builder->sections[builder->count] = section;
	builder->parents[builder->count] = parent;
	return builder->count++;
}

/* A section of the old tree with the same role and text; NULL if there is none. Asked for in
 * the order of the text. */
static struct section *find_old(
	struct tree_builder *builder, enum section_role role, struct range range, bool is_sequence)
{
	const struct syntax_tree *old = builder->old;
	int64_t start = range.start;

	if (!old || (range.start < builder->edited.end && range.end > builder->edited.start) ||
		range.start == builder->edited.start || range.end == builder->edited.start)
		return NULL;
	if (range.start >= builder->edited.end)
		start -= builder->moved;
	start += builder->old_start;
	/* A preamble may be empty, and the first entry stand in the same place. */
	if (builder->next_old == 0 && old->sections[0]->role == SECTION_PREAMBLE &&
		role != SECTION_PREAMBLE)
		builder->next_old++;
	while (builder->next_old < old->section_count &&
		old->places[builder->next_old].start < start)
		builder->next_old++;
	if (builder->next_old == old->section_count ||
		old->places[builder->next_old].start != start)
		return NULL;

	struct section *section = old->sections[builder->next_old];

	if (section->role != role || section->text.length != range.end - range.start)
		return NULL;
	if ((role == SECTION_BRANCH || role == SECTION_PREAMBLE) &&
		(section->value == NO_NODE ||
			(section->nodes[section->value].kind == RAW_SEQUENCE) != is_sequence))
		return NULL;
	return section_retain(section);
}

/* The stray lines in a range of the text. Where entries cannot be told apart, neither can what is
 * astray. */
static void find_strays(
	const struct outline *outline, struct range range, struct section_source *source)
{
	size_t low = 0;
	size_t high = outline->stray_count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (outline->strays[middle].lines.start < range.start)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == outline->stray_count)
		return;
	source->strays = &outline->strays[low];
	while (!outline->is_irregular && low + source->stray_count < outline->stray_count &&
		outline->strays[low + source->stray_count].lines.start < range.end)
		source->stray_count++;
}

static struct section *make_section(
	struct tree_builder *builder, enum section_role role, struct range range, bool is_sequence)
{
	struct section *section = find_old(builder, role, range, is_sequence);

	if (section)
		return section;
	struct section_source source = {
		.text = string_slice(builder->text, range.start, range.end), .start = range.start};

	find_strays(&builder->outline, range, &source);
	builder->parsed_bytes += range.end - range.start;
	builder->parsed_sections++;
	return section_create(builder->scratch, role, &source, is_sequence);
}

/* What the outline knows of a section from its first line up to another one. Its text decides it:
 * one taken over from the old tree, which others may be reading, is described already. */
static void describe(
	const struct outline *outline, size_t first, size_t next, struct section *section)
{
	bool lacks_colon = next > first && outline->lines[first].lacks_colon;
	bool ends_open = next < outline->count ? outline->lines[next].breaks : outline->ends_open;

	if (section->lacks_colon != lacks_colon)
		section->lacks_colon = lacks_colon;
	if (section->ends_open != ends_open)
		section->ends_open = ends_open;
}

/* ---- collections ---- */

/* Lines first … last - 1 of the outline, up to byte `end`. */
struct extent {
	size_t first;
	size_t last;
	uint32_t end;
};

static void add_collection(
	struct tree_builder *builder, struct extent extent, uint32_t parent, unsigned depth);

static bool is_boundary(const struct outline_line *line, uint32_t column, bool is_sequence)
{
	return line->column == column && line->kind == (is_sequence ? OUTLINE_ITEM : OUTLINE_KEY);
}

static struct extent behind_first(struct extent extent)
{
	extent.first++;
	return extent;
}

/* Whether an entry of the collection is a merge key: it must see the others. */
static bool merges(const struct tree_builder *builder, struct extent extent)
{
	const struct outline_line *lines = builder->outline.lines;

	for (size_t i = extent.first; builder->outline.has_merges && i < extent.last; i++)
		if (lines[i].merges && lines[i].column == lines[extent.first].column)
			return true;
	return false;
}

/* A key with nothing behind it, and a block collection below. */
static bool can_branch(const struct tree_builder *builder, struct extent extent)
{
	const struct outline_line *line = &builder->outline.lines[extent.first];

	if (extent.last - extent.first < 2 || line->kind != OUTLINE_KEY || !line->opens)
		return false;
	if (line[1].kind == OUTLINE_ITEM)
		return line[1].column >= line->column;
	return line[1].column > line->column && line[1].kind == OUTLINE_KEY &&
	       !merges(builder, behind_first(extent));
}

/* False if the key is broken. */
static bool add_branch(
	struct tree_builder *builder, struct extent extent, uint32_t parent, unsigned depth)
{
	const struct outline_line *lines = builder->outline.lines + extent.first;
	bool is_sequence = lines[1].kind == OUTLINE_ITEM;
	struct section *section = make_section(builder, SECTION_BRANCH,
		(struct range){lines[0].start, lines[1].start}, is_sequence);

	bool is_broken = section->error_count > section->stray_count + lines->lacks_colon;

	if (is_broken || section->value == NO_NODE) {
		section_release(section);
		return false;
	}

	describe(&builder->outline, extent.first, extent.first + 1, section);

	uint32_t number = add_section(builder, section, parent);

	add_collection(builder, behind_first(extent), number, depth + 1);
	return true;
}

static void add_entry(struct tree_builder *builder, struct extent extent, uint32_t parent,
	bool is_sequence, unsigned depth)
{
	struct range range = {builder->outline.lines[extent.first].start, extent.end};
	bool may_branch =
		!is_sequence && depth < TREE_MAXIMUM_BRANCHES && can_branch(builder, extent);

	bool is_large = range.end - range.start >= TREE_LARGE_ENTRY ||
			builder->outline.lines[extent.first].lacks_colon;

	if (may_branch && is_large && add_branch(builder, extent, parent, depth))
		return;

	struct section *section =
		make_section(builder, is_sequence ? SECTION_ITEM : SECTION_ENTRY, range, false);

	if (section->error_count > section->stray_count && may_branch && !is_large &&
		add_branch(builder, extent, parent, depth)) {
		section_release(section);
		return;
	}
	describe(&builder->outline, extent.first, extent.last, section);
	add_section(builder, section, parent);
}

/* Neighbours that wait to be parsed at once: starting libyaml for each would cost more than
 * what it reads. */
struct batch {
	struct extent extents[LARGEST_BATCH];
	uint32_t count;
	uint32_t parent;
	bool is_sequence;
	unsigned depth;
};

static bool add_at_once(struct tree_builder *builder, struct batch *batch)
{
	uint32_t starts[LARGEST_BATCH + 1];
	struct section *sections[LARGEST_BATCH];
	const struct outline_line *lines = builder->outline.lines;
	uint32_t start = lines[batch->extents[0].first].start;
	uint32_t end = batch->extents[batch->count - 1].end;
	struct string text = string_slice(builder->text, start, end);

	if (batch->count < 2 || string_starts_with(text, "\xef\xbb\xbf"))
		return false;
	for (uint32_t i = 0; i < batch->count; i++)
		starts[i] = lines[batch->extents[i].first].start - start;
	starts[batch->count] = end - start;
	if (!section_create_batch(builder->scratch,
		    batch->is_sequence ? SECTION_ITEM : SECTION_ENTRY, text, starts, batch->count,
		    sections))
		return false;
	builder->parsed_bytes += text.length;
	builder->parsed_sections += batch->count;
	for (uint32_t i = 0; i < batch->count; i++) {
		if (sections[i]->error_count) {
			section_release(sections[i]);
			add_entry(builder, batch->extents[i], batch->parent, batch->is_sequence,
				batch->depth);
			continue;
		}
		describe(&builder->outline, batch->extents[i].first, batch->extents[i].last,
			sections[i]);
		add_section(builder, sections[i], batch->parent);
	}
	return true;
}

static void add_batch(struct tree_builder *builder, struct batch *batch)
{
	if (batch->count && !add_at_once(builder, batch)) {
		for (uint32_t i = 0; i < batch->count; i++)
			add_entry(builder, batch->extents[i], batch->parent, batch->is_sequence,
				batch->depth);
	}
	batch->count = 0;
}

static void add_entries(struct tree_builder *builder, struct extent extent, uint32_t parent,
	uint32_t column, bool is_sequence, unsigned depth)
{
	const struct outline_line *lines = builder->outline.lines;
	struct batch batch = {.parent = parent, .is_sequence = is_sequence, .depth = depth};

	for (size_t first = extent.first; first < extent.last;) {
		size_t next = first + 1;

		while (next < extent.last && !is_boundary(&lines[next], column, is_sequence))
			next++;

		struct extent entry = {
			first, next, next < extent.last ? lines[next].start : extent.end};

		/* After an edit most sections are taken over, one by one. */
		if (builder->old || entry.end - lines[first].start >= TREE_LARGE_ENTRY) {
			add_batch(builder, &batch);
			add_entry(builder, entry, parent, is_sequence, depth);
		} else {
			batch.extents[batch.count++] = entry;
			if (batch.count == LARGEST_BATCH)
				add_batch(builder, &batch);
		}
		first = next;
	}
	add_batch(builder, &batch);
}

static void add_collection(
	struct tree_builder *builder, struct extent extent, uint32_t parent, unsigned depth)
{
	const struct outline_line *first = &builder->outline.lines[extent.first];

	add_entries(builder, extent, parent, first->column, first->kind == OUTLINE_ITEM, depth);
}

bool tree_builder_add_entries(
	struct tree_builder *builder, uint32_t column, bool is_sequence, unsigned depth)
{
	const struct outline *outline = &builder->outline;

	if (outline->count == 0 || outline->is_irregular || outline->body_start ||
		outline->body_end != builder->text.length || outline->lines[0].start > 0 ||
		!is_boundary(&outline->lines[0], column, is_sequence) ||
		outline->lines[0].lacks_colon || outline_line_is_block_scalar(builder->text, 0) ||
		merges(builder, (struct extent){0, outline->count, 0}))
		return false;
	for (size_t i = 0; i < outline->count; i++) {
		const struct outline_line *line = &outline->lines[i];

		/* Entries of an outer list may stand in the column of its keys. */
		if (line->column < column ||
			(is_sequence && line->column == column && line->kind != OUTLINE_ITEM))
			return false;
	}
	add_entries(builder, (struct extent){0, outline->count, (uint32_t)builder->text.length},
		NO_NODE, column, is_sequence, depth);
	return true;
}

/* ---- documents ---- */

static bool is_splittable(const struct tree_builder *builder)
{
	const struct outline *outline = &builder->outline;
	const struct outline_line *first = outline->lines;

	if (outline->is_irregular || outline->count == 0 || first->start < outline->body_start ||
		first->kind == OUTLINE_OTHER ||
		merges(builder, (struct extent){0, outline->count, 0}))
		return false;
	for (size_t i = 1; i < outline->count; i++)
		if (first[i].column < first->column)
			return false;
	return true;
}

void tree_builder_add_document(struct tree_builder *builder)
{
	const struct outline *outline = &builder->outline;
	uint32_t end = outline->body_end;

	if (is_splittable(builder)) {
		bool is_sequence = outline->lines[0].kind == OUTLINE_ITEM;
		struct section *preamble = make_section(builder, SECTION_PREAMBLE,
			(struct range){0, outline->lines[0].start}, is_sequence);

		describe(outline, 0, 0, preamble);

		uint32_t number = add_section(builder, preamble, NO_NODE);

		add_collection(builder, (struct extent){0, outline->count, end}, number, 0);
	} else {
		add_section(builder,
			make_section(builder, SECTION_DOCUMENT, (struct range){0, end}, false),
			NO_NODE);
	}
	if (end < builder->text.length)
		add_section(builder,
			make_section(builder, SECTION_REST,
				(struct range){end, (uint32_t)builder->text.length}, false),
			NO_NODE);
}
