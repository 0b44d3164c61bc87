#include "cli/tables/presence_table.h"

#include "analyzer/ide/text/presence_sign.h"
#include "cli/print/console.h"
#include "cli/template/element_choice.h"

enum {
	MOST_NAMES = 4 /* above a column; more stand below the table */
};

struct row {
	const struct element *element;
	struct string
		label; /* its id without that of its container, indented, and where it leads */
	uint32_t width;
};

/* Variants under which the same is present. */
struct column {
	size_t variants[ANALYSIS_MAXIMUM_VARIANTS];
	size_t count;
	uint32_t width;
};

struct table {
	const struct loaded_template *loaded;
	struct presence_table_request request;
	struct row *rows;
	size_t count;
	size_t capacity;
	size_t left_out; /* since they follow their containers */
	size_t same;     /* left out, since they are the same under all variants */
	uint32_t label_width;
	struct column columns[ANALYSIS_MAXIMUM_VARIANTS];
	size_t column_count;
	bool is_numbered; /* names of columns stand below the table */
};

static uint32_t width(struct string text)
{
	return console_width(text);
}

static bool follows_its_container(const struct table *table, const struct element *element)
{
	const struct analysis *analysis = table->loaded->analysis;

	if (!element->container)
		return false;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (analysis_presence(analysis, i, element) !=
			analysis_presence(analysis, i, element->container))
			return false;
	return true;
}

static struct string label(const struct table *table, const struct element *element, unsigned depth)
{
	struct arena *arena = table->loaded->arena;
	struct string id = element_id(element, arena);

	if (element->container && table->request.kind < 0)
		id.length -= element_id(element->container, arena).length + 1;
	return arena_format(arena, "%*s%.*s%.*s", (int)(2 * depth), "", STRING_ARGUMENTS(id),
		STRING_ARGUMENTS(element_target(table->loaded, element)));
}

static void add_row(struct table *table, const struct element *element, struct string label)
{
	struct row row = {element, label, width(label)};

	table->rows = arena_reserve(table->loaded->arena, table->rows, table->count,
		&table->capacity, sizeof(*table->rows));
	table->rows[table->count++] = row;
	if (row.width > table->label_width)
		table->label_width = row.width;
}

static void add(struct table *table, const struct element *element, unsigned depth);

static void add_all(struct table *table, struct elements elements, unsigned depth)
{
	for (uint32_t i = 0; i < elements.count; i++)
		add(table, elements.items[i], depth);
}

static void add(struct table *table, const struct element *element, unsigned depth)
{
	if (!element_is_listed(element))
		return;
	if (!table->request.all && follows_its_container(table, element))
		table->left_out++;
	else
		add_row(table, element, label(table, element, depth));
	add_all(table, element->types, depth + 1);
	add_all(table, element->properties, depth + 1);
	if (element->kind == ELEMENT_NODE) {
		add_all(table, element->node.artifacts, depth + 1);
		add_all(table, element->node.technologies, depth + 1);
		add_all(table, element->node.relations, depth + 1);
	}
}

static void collect_kind(struct table *table, enum element_kind kind)
{
	struct elements elements = analysis_elements_of_kind(table->loaded->analysis, kind);

	for (uint32_t i = 0; i < elements.count; i++)
		if (element_is_listed(elements.items[i]))
			add_row(table, elements.items[i], label(table, elements.items[i], 0));
}

static void collect(struct table *table)
{
	static const enum element_kind kinds[] = {ELEMENT_IMPORT, ELEMENT_INPUT, ELEMENT_NODE,
		ELEMENT_GROUP, ELEMENT_POLICY, ELEMENT_OUTPUT};

	if (table->request.kind >= 0) {
		collect_kind(table, (enum element_kind)table->request.kind);
		return;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		add_all(table, analysis_elements_of_kind(table->loaded->analysis, kinds[i]), 0);
}

/* ---- rows and columns that are shown ---- */

static enum presence presence_of(
	const struct table *table, size_t variant, const struct element *element)
{
	return analysis_presence(table->loaded->analysis, variant, element);
}

static bool is_same_everywhere(const struct table *table, const struct element *element)
{
	for (size_t i = 1; i < analysis_variant_count(table->loaded->analysis); i++)
		if (presence_of(table, i, element) != presence_of(table, 0, element))
			return false;
	return true;
}

static void keep_differing(struct table *table)
{
	size_t count = 0;

	table->label_width = 0;
	for (size_t i = 0; i < table->count; i++) {
		if (is_same_everywhere(table, table->rows[i].element))
			continue;
		table->rows[count++] = table->rows[i];
		if (table->rows[i].width > table->label_width)
			table->label_width = table->rows[i].width;
	}
	table->same = table->count - count;
	table->count = count;
}

static bool has_same_rows(const struct table *table, size_t a, size_t b)
{
	for (size_t i = 0; i < table->count; i++)
		if (presence_of(table, a, table->rows[i].element) !=
			presence_of(table, b, table->rows[i].element))
			return false;
	return true;
}

static struct column *column_for(struct table *table, size_t variant)
{
	for (size_t i = 0; i < table->column_count && !table->request.all && table->count > 0; i++)
		if (has_same_rows(table, table->columns[i].variants[0], variant))
			return &table->columns[i];
	return &table->columns[table->column_count++];
}

static struct string name_of(const struct table *table, size_t variant)
{
	return analysis_variant(table->loaded->analysis, variant)->name;
}

/* Equal variants once. */
static void group_variants(struct table *table)
{
	table->column_count = 0;
	for (size_t i = 0; i < analysis_variant_count(table->loaded->analysis); i++) {
		struct column *column = column_for(table, i);

		if (column->count < MOST_NAMES && width(name_of(table, i)) > column->width)
			column->width = width(name_of(table, i));
		column->variants[column->count++] = i;
	}
}

static size_t total_width(const struct table *table)
{
	size_t total = table->label_width;

	for (size_t i = 0; i < table->column_count; i++)
		total += 2 + table->columns[i].width;
	return total;
}

/* What is too wide shows what differs, then numbers in the place of names. */
static void fit(struct table *table)
{
	size_t limit = table->request.columns;

	if (table->request.differing)
		keep_differing(table);
	group_variants(table);
	if (total_width(table) <= limit || table->request.all)
		return;
	if (!table->request.differing && table->column_count > 1)
		keep_differing(table);
	if (total_width(table) <= limit)
		return;
	table->is_numbered = true;
	for (size_t i = 0; i < table->column_count; i++)
		table->columns[i].width = i < 9 ? 1 : 2;
}

/* ---- printing ---- */

static void pad(FILE *stream, uint32_t count)
{
	fprintf(stream, "%*s", (int)count, "");
}

/* Signs stand in the middle of their column; lines do not end in blanks. */
static void print_row(FILE *stream, const struct table *table, const struct row *row)
{
	uint32_t gap = table->label_width - row->width;

	console_print(stream, "%.*s", STRING_ARGUMENTS(row->label));
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];
		uint32_t before = column->width > 0 ? (column->width - 1) / 2 : 0;

		pad(stream, gap + 2 + before);
		fputs(presence_sign(presence_of(table, column->variants[0], row->element)), stream);
		gap = column->width > 0 ? column->width - 1 - before : 0;
	}
	fputc('\n', stream);
}

/* The name number `line` above a column; empty if it has none. */
static struct string head(const struct table *table, const struct column *column, size_t line)
{
	size_t number = (size_t)(column - table->columns) + 1;

	if (table->is_numbered)
		return line == 0 ? arena_format(table->loaded->arena, "%zu", number) : STRING("");
	if (column->count > MOST_NAMES && line == MOST_NAMES - 1)
		return STRING("…");
	return line < column->count ? name_of(table, column->variants[line]) : STRING("");
}

static size_t head_height(const struct table *table)
{
	size_t height = 1;

	for (size_t i = 0; i < table->column_count && !table->is_numbered; i++)
		if (table->columns[i].count > height)
			height = table->columns[i].count;
	return height < MOST_NAMES ? height : MOST_NAMES;
}

static void print_head(FILE *stream, const struct table *table)
{
	for (size_t line = 0; line < head_height(table); line++) {
		uint32_t gap = table->label_width;

		for (size_t i = 0; i < table->column_count; i++) {
			struct string text = head(table, &table->columns[i], line);

			if (text.length > 0) {
				pad(stream, gap + 2);
				console_print(stream, "%.*s", STRING_ARGUMENTS(text));
				gap = table->columns[i].width - width(text);
			} else {
				gap += 2 + table->columns[i].width;
			}
		}
		fputc('\n', stream);
	}
}

/* ---- remarks ---- */

/* The inputs that the question marks of a variant depend on, each once. */
static struct string open_inputs(const struct table *table, size_t variant)
{
	struct arena *arena = table->loaded->arena;
	struct string *names = NULL, text = STRING("");
	size_t count = 0, capacity = 0;

	for (size_t i = 0; i < table->count; i++) {
		size_t open;
		const struct string *inputs = analysis_presence_inputs(
			table->loaded->analysis, variant, table->rows[i].element, arena, &open);

		for (size_t j = 0; j < open; j++) {
			size_t known = 0;

			while (known < count && !string_equal(names[known], inputs[j]))
				known++;
			if (known < count)
				continue;
			names = arena_reserve(arena, names, count, &capacity, sizeof(*names));
			names[count++] = inputs[j];
		}
	}
	for (size_t i = 0; i < count; i++)
		text = arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(text), i == 0 ? "" : ", ",
			STRING_ARGUMENTS(names[i]));
	return text;
}

/* What is to be said about a variant; empty: nothing. */
static struct string error_remark(const struct table *table, size_t variant)
{
	return variant_error_text(
		analysis_variant(table->loaded->analysis, variant), table->loaded->arena);
}

static struct string open_remark(const struct table *table, size_t variant)
{
	for (size_t i = 0; i < table->count; i++)
		if (presence_of(table, variant, table->rows[i].element) == PRESENCE_DEPENDS)
			return arena_format(table->loaded->arena, "depends on %.*s",
				STRING_ARGUMENTS(open_inputs(table, variant)));
	return STRING("");
}

/* The same remark of several variants once. */
static void print_remarks_of(FILE *stream, const struct table *table, const char *sign,
	struct string (*remark)(const struct table *table, size_t variant))
{
	struct arena *arena = table->loaded->arena;
	size_t count = analysis_variant_count(table->loaded->analysis);
	struct string texts[ANALYSIS_MAXIMUM_VARIANTS];
	bool is_first = true;

	for (size_t i = 0; i < count; i++)
		texts[i] = remark(table, i);
	for (size_t i = 0; i < count; i++) {
		struct string names = name_of(table, i);
		struct string text = texts[i];

		if (text.length == 0)
			continue;
		for (size_t k = i + 1; k < count; k++) {
			if (!string_equal(texts[k], text))
				continue;
			names = arena_format(arena, "%.*s, %.*s", STRING_ARGUMENTS(names),
				STRING_ARGUMENTS(name_of(table, k)));
			texts[k] = STRING("");
		}
		if (is_first)
			fputc('\n', stream);
		is_first = false;
		console_line(stream, "%s %.*s: %.*s", sign, STRING_ARGUMENTS(names),
			STRING_ARGUMENTS(text));
	}
}

/* Names that found no place above their columns. */
static void print_legend(FILE *stream, const struct table *table)
{
	bool is_first = true;

	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];

		if (!table->is_numbered && column->count <= MOST_NAMES)
			continue;
		if (is_first)
			fputc('\n', stream);
		is_first = false;
		if (table->is_numbered)
			fprintf(stream, "%zu  ", i + 1);
		for (size_t k = 0; k < column->count; k++)
			console_print(stream, "%s%.*s",
				k == 0               ? ""
				: table->is_numbered ? ", "
						     : " = ",
				STRING_ARGUMENTS(name_of(table, column->variants[k])));
		fputc('\n', stream);
	}
}

static void print_remarks(FILE *stream, const struct table *table)
{
	print_legend(stream, table);
	print_remarks_of(stream, table, presence_sign(PRESENCE_ERROR), error_remark);
	print_remarks_of(stream, table, "?", open_remark);
	if (table->left_out > 0)
		fprintf(stream,
			"\n%zu more %s present exactly where what contains them is; --all shows "
			"them\n",
			table->left_out, table->left_out == 1 ? "is" : "are");
	if (table->same > 0)
		fprintf(stream, "%s%zu more %s the same under all variants; --all shows them\n",
			table->left_out > 0 ? "" : "\n", table->same,
			table->same == 1 ? "is" : "are");
}

void presence_table_print(FILE *stream, const struct loaded_template *loaded,
	const struct presence_table_request *request)
{
	struct table *table = arena_allocate(loaded->arena, 1, sizeof(*table));

	*table = (struct table){.loaded = loaded, .request = *request};
	collect(table);
	if (table->count == 0) {
		fputs("no elements\n", stream);
		print_remarks(stream, table);
		return;
	}
	fit(table);
	if (table->count > 0)
		print_head(stream, table);
	for (size_t i = 0; i < table->count; i++)
		print_row(stream, table, &table->rows[i]);
	print_remarks(stream, table);
}
