#include "cli/tables/presence_table.h"

#include "analyzer/ide/text/presence_sign.h"
#include "cli/print/console.h"
#include "cli/template/loaded_template.h"

struct row {
	const struct element *element;
	struct string label; /* its id without that of its container, indented */
};

struct table {
	const struct loaded_template *loaded;
	bool all;
	int kind;
	struct row *rows;
	size_t count;
	size_t capacity;
	size_t left_out;
	uint32_t label_width;
};

static uint32_t width(struct string text)
{
	return console_width(text);
}

static bool follows_its_container(const struct table *table, const struct element *element)
{
	const struct analysis *analysis = table->loaded->analysis;

	if (element->container == NULL)
		return false;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (analysis_presence(analysis, i, element) !=
			analysis_presence(analysis, i, element->container))
			return false;
	return true;
}

static struct string label(struct arena *arena, const struct element *element, unsigned depth)
{
	struct string id = element_id(element, arena);

	if (element->container != NULL)
		id.length -= element_id(element->container, arena).length + 1;
	return arena_format(arena, "%*s%.*s", (int)(2 * depth), "", STRING_ARGUMENTS(id));
}

static void add_row(struct table *table, const struct element *element, struct string label)
{
	table->rows = arena_reserve(table->loaded->arena, table->rows, table->count,
		&table->capacity, sizeof(*table->rows));
	table->rows[table->count++] = (struct row){element, label};
	if (width(label) > table->label_width)
		table->label_width = width(label);
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
	if (!table->all && follows_its_container(table, element))
		table->left_out++;
	else
		add_row(table, element, label(table->loaded->arena, element, depth));
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
			add_row(table, elements.items[i],
				element_id(elements.items[i], table->loaded->arena));
}

static void collect(struct table *table)
{
	static const enum element_kind kinds[] = {ELEMENT_IMPORT, ELEMENT_INPUT, ELEMENT_NODE,
		ELEMENT_GROUP, ELEMENT_POLICY, ELEMENT_OUTPUT};

	if (table->kind >= 0) {
		collect_kind(table, (enum element_kind)table->kind);
		return;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		add_all(table, analysis_elements_of_kind(table->loaded->analysis, kinds[i]), 0);
}

static void pad(FILE *stream, uint32_t count)
{
	fprintf(stream, "%*s", (int)count, "");
}

/* Marks stand in the middle of their column; lines do not end in blanks. */
static void print_row(FILE *stream, const struct table *table, const struct row *row)
{
	const struct analysis *analysis = table->loaded->analysis;
	uint32_t gap = table->label_width - width(row->label);

	console_print(stream, "%.*s", STRING_ARGUMENTS(row->label));
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		uint32_t column = width(analysis_variant(analysis, i)->name);
		uint32_t before = column > 0 ? (column - 1) / 2 : 0;

		pad(stream, gap + 2 + before);
		fputs(presence_sign(analysis_presence(analysis, i, row->element)), stream);
		gap = column > 0 ? column - 1 - before : 0;
	}
	fputc('\n', stream);
}

static void print_head(FILE *stream, const struct table *table)
{
	const struct analysis *analysis = table->loaded->analysis;

	pad(stream, table->label_width);
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		console_print(
			stream, "  %.*s", STRING_ARGUMENTS(analysis_variant(analysis, i)->name));
	fputc('\n', stream);
}

/* The inputs that the question marks of a column depend on, each once. */
static void print_open_inputs(FILE *stream, const struct table *table, size_t variant)
{
	struct arena *arena = table->loaded->arena;
	struct string *names = NULL;
	size_t count = 0;
	size_t capacity = 0;

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
		console_print(stream, "%s%.*s", i == 0 ? "" : ", ", STRING_ARGUMENTS(names[i]));
}

static bool is_open(const struct table *table, size_t variant)
{
	for (size_t i = 0; i < table->count; i++)
		if (analysis_presence(table->loaded->analysis, variant, table->rows[i].element) ==
			PRESENCE_DEPENDS)
			return true;
	return false;
}

static void print_error(FILE *stream, const struct variant *variant)
{
	fputc('\n', stream);
	console_line(stream, "%s %.*s: %.*s", presence_sign(PRESENCE_ERROR),
		STRING_ARGUMENTS(variant->name), STRING_ARGUMENTS(variant->error));
}

static void print_remarks(FILE *stream, const struct table *table)
{
	const struct analysis *analysis = table->loaded->analysis;

	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);

		if (variant->error.length > 0)
			print_error(stream, variant);
		if (is_open(table, i)) {
			fputc('\n', stream);
			console_print(
				stream, "? %.*s: depends on ", STRING_ARGUMENTS(variant->name));
			print_open_inputs(stream, table, i);
			fputc('\n', stream);
		}
	}
	if (table->left_out > 0)
		fprintf(stream,
			"\n%zu more %s present exactly where what contains them is; --all shows "
			"them\n",
			table->left_out, table->left_out == 1 ? "is" : "are");
}

void presence_table_print(FILE *stream, const struct loaded_template *loaded, bool all, int kind)
{
	struct table table = {.loaded = loaded, .all = all, .kind = kind};

	collect(&table);
	print_head(stream, &table);
	for (size_t i = 0; i < table.count; i++)
		print_row(stream, &table, &table.rows[i]);
	print_remarks(stream, &table);
}
