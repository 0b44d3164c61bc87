#include "analyzer/ide/views/graph_text.h"

#include "analyzer/ide/completion/element_text.h"
#include "analyzer/ide/text/markdown.h"

const char *const graph_formats[] = {"dot", "mermaid", NULL};

struct drawing {
	struct arena *arena;
	const struct analysis *analysis;
	struct graph_variants variants;
	enum graph_format format;
	struct markdown text;
};

/* ---- presence ---- */

static bool is_absent(const struct drawing *drawing, const struct element *element)
{
	for (size_t i = 0; i < drawing->variants.count; i++) {
		size_t variant = drawing->variants.first + i;
		if (analysis_presence(drawing->analysis, variant, element) != PRESENCE_ABSENT)
			return false;
	}
	return true;
}

static bool is_all(const struct drawing *drawing)
{
	return drawing->variants.count == analysis_variant_count(drawing->analysis);
}

/* Where the element is, unless it is everywhere: "not in peak". An edge does not repeat what stands
 * at one of its ends. */
static struct string summary_of(const struct drawing *drawing, const struct element *element)
{
	struct string summary = STRING("");

	if (!is_all(drawing) || drawing->variants.count == 1)
		return summary;
	summary = element_summary(drawing->analysis, element, drawing->arena);
	if (element->kind == ELEMENT_RELATION &&
		(string_equal(summary, summary_of(drawing, element_source(element))) ||
			string_equal(summary, summary_of(drawing, element->relation.target))))
		return STRING("");
	return summary;
}

/* ---- labels ---- */

/* A quoted string in which backslashes escape. Labels have escapes of their own, "\N" for
 * instance, and know the entities of HTML. */
static void add_dot(struct markdown *text, char byte)
{
	switch (byte) {
	case '"':
	case '\\':
		markdown_add(text, "\\%c", byte);
		break;
	case '&':
		markdown_add(text, "&amp;");
		break;
	case '\n':
		markdown_add(text, "\\n");
		break;
	default:
		markdown_add(text, "%c", byte);
		break;
	}
}

static bool is_plain(char byte)
{
	unsigned char letter = (unsigned char)byte | 0x20;
	return (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') ||
	       (unsigned char)byte >= 0x80 || strchr(" -_.,/()@", byte) != NULL;
}

/* A quoted string is HTML, Markdown between backquotes, has icons ("fa:fa-ban") and directives
 * ("%%{"); only entities, which begin with "#" here, are safe everywhere. */
static void add_mermaid(struct markdown *text, char byte)
{
	if (byte == '"')
		markdown_add(text, "#quot;");
	else if (byte == '\n')
		markdown_add(text, "<br>");
	else if (is_plain(byte))
		markdown_add(text, "%c", byte);
	else
		markdown_add(text, "#%d;", byte);
}

static void add_escaped(struct drawing *drawing, struct string name)
{
	for (size_t i = 0; i < name.length; i++) {
		char byte = name.bytes[i];
		bool is_control = ((unsigned char)byte < ' ' && byte != '\n') || byte == 0x7f;
		if (drawing->format == GRAPH_DOT)
			add_dot(&drawing->text, is_control ? ' ' : byte);
		else
			add_mermaid(&drawing->text, is_control ? ' ' : byte);
	}
}

static void add_label(struct drawing *drawing, const struct element *element)
{
	struct string variants = summary_of(drawing, element);
	markdown_add(&drawing->text, "\"");
	add_escaped(drawing, element->name);
	if (variants.length > 0) {
		markdown_add(&drawing->text, drawing->format == GRAPH_DOT ? "\\n" : "<br>");
		add_escaped(drawing, variants);
	}
	markdown_add(&drawing->text, "\"");
}

static unsigned number_of(const struct drawing *drawing, const struct element *node)
{
	return analysis_element_order(drawing->analysis, node);
}

/* ---- Graphviz ---- */

static void add_dot_node(struct drawing *drawing, const struct element *node)
{
	markdown_add(&drawing->text, "\tn%u [label=", number_of(drawing, node));
	add_label(drawing, node);
	markdown_add(&drawing->text, "%s]\n",
		is_absent(drawing, node) ? ", style=\"rounded,dashed\", color=gray, fontcolor=gray"
					 : "");
}

/* Hosting relations point down, others sideways as far as the layout can. */
static void add_dot_edge(struct drawing *drawing, const struct element *relation)
{
	markdown_add(&drawing->text,
		"\tn%u -> n%u [label=", number_of(drawing, element_source(relation)),
		number_of(drawing, relation->relation.target));
	add_label(drawing, relation);
	markdown_add(&drawing->text, "%s%s]\n",
		relation->relation.is_hosting ? ", arrowhead=diamond" : "",
		is_absent(drawing, relation) ? ", style=dashed, color=gray, fontcolor=gray" : "");
}

/* ---- Mermaid ---- */

static void add_mermaid_node(struct drawing *drawing, const struct element *node)
{
	markdown_add(&drawing->text, "    n%u[", number_of(drawing, node));
	add_label(drawing, node);
	markdown_add(&drawing->text, "]%s\n", is_absent(drawing, node) ? ":::absent" : "");
}

static void add_mermaid_edge(struct drawing *drawing, const struct element *relation)
{
	const char *arrow = is_absent(drawing, relation)    ? "-.->"
			    : relation->relation.is_hosting ? "==>"
							    : "-->";
	markdown_add(
		&drawing->text, "    n%u %s|", number_of(drawing, element_source(relation)), arrow);
	add_label(drawing, relation);
	markdown_add(&drawing->text, "| n%u\n", number_of(drawing, relation->relation.target));
}

/* ---- what the signs mean ---- */

/* The title is that of the variant, if there is one alone. */
static void add_dot_legend(struct drawing *drawing)
{
	if (drawing->variants.count == 1) {
		markdown_add(&drawing->text, "\tlabel=\"");
		add_escaped(drawing,
			analysis_variant(drawing->analysis, drawing->variants.first)->name);
		markdown_add(&drawing->text, "\"\n\tlabelloc=t\n");
		return;
	}
	markdown_add(&drawing->text, "\tlabel=\"below a name: the variants that have it; dashed: "
				     "in no variant; diamond: hosted on\"\n\tlabelloc=b\n");
}

static void add_mermaid_legend(struct drawing *drawing)
{
	if (drawing->variants.count > 1)
		markdown_add(&drawing->text, "    %%%% below a name: the variants that have it; "
					     "dashed: in no variant; thick: hosted on\n");
}

/* ---- all of it ---- */

/* Numbers name the nodes: names could be words of the languages, such as "end". */
static const struct language {
	const char *opening, *closing;
	void (*add_legend)(struct drawing *drawing);
	void (*add_node)(struct drawing *drawing, const struct element *node);
	void (*add_edge)(struct drawing *drawing, const struct element *relation);
} languages[] = {
	[GRAPH_DOT] = {"digraph topology {\n\tnode [shape=box, style=rounded]\n", "}\n",
		add_dot_legend, add_dot_node, add_dot_edge},
	[GRAPH_MERMAID] = {"flowchart TD\n",
		"    classDef absent stroke-dasharray: 4 4, color: gray\n", add_mermaid_legend,
		add_mermaid_node, add_mermaid_edge},
};

static bool is_drawn(const struct drawing *drawing, const struct element *element)
{
	return !drawing->variants.only_present || !is_absent(drawing, element);
}

struct string graph_text(const struct analysis *analysis, struct graph_variants variants,
	enum graph_format format, struct arena *arena)
{
	const struct language *language = &languages[format];
	struct elements nodes = analysis_elements_of_kind(analysis, ELEMENT_NODE);
	struct elements relations = analysis_elements_of_kind(analysis, ELEMENT_RELATION);
	struct drawing drawing = {arena, analysis, variants, format, markdown_in(arena)};
	markdown_add(&drawing.text, "%s", language->opening);
	language->add_legend(&drawing);
	for (uint32_t i = 0; i < nodes.count; i++)
		if (is_drawn(&drawing, nodes.items[i]))
			language->add_node(&drawing, nodes.items[i]);
	for (uint32_t i = 0; i < relations.count; i++)
		if (relations.items[i]->relation.target && is_drawn(&drawing, relations.items[i]) &&
			is_drawn(&drawing, element_source(relations.items[i])) &&
			is_drawn(&drawing, relations.items[i]->relation.target))
			language->add_edge(&drawing, relations.items[i]);
	markdown_add(&drawing.text, "%s", language->closing);
	return markdown_text(&drawing.text);
}
