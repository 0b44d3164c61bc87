#include "analyzer/model/template/expression_types.h"

#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/grammar/grammar_file.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/types/value_schema.h"

#include <math.h>

enum {
	DEEPEST = 500, /* expressions that name one another, maybe in a circle; a text has no more
			  levels */
	ASKED = 8      /* of them are asked for by name; who wants to know more asks for all */
};

static const char INPUTS[] = "variability inputs";
static const char EXPRESSIONS[] = "variability expressions";
static const char EVERY_EXPRESSION[] = "every variability expression";

struct typing {
	uint32_t section;
	uint32_t asking;              /* the section of the expression that is looked at */
	struct template_notes *notes; /* NULL: nobody reads them */
	bool is_variable;             /* expressions are evaluated somewhere */
	struct node inputs;
	struct node expressions;
	struct diagnostics *diagnostics;
};

/* What is known of a value: which types it may have (of `function_takes`), and, of a variability
 * input, its definition. */
struct typed {
	unsigned types;
	struct node input;
	struct node node;
};

/* The operator of an expression, old spellings included, and what stands behind it. */
static enum operator_id operator_of(
	struct node expression, enum grammar_language language, struct node *operands)
{
	struct expression_operator found = {.op = OPERATOR_NONE};
	if (node_kind(expression) == NODE_MAPPING)
		found = expression_operator(expression, language != LANGUAGE_VALUE);
	*operands = found.operand;
	return found.op;
}

/* ---- types ---- */

static const struct {
	const char *name;
	unsigned types;
	const char *text;
} type_rows[] = {
	{"boolean", TAKES_BOOLEAN, "true or false"},
	{"integer", TAKES_INTEGER | TAKES_FLOAT, "a number"},
	{"float", TAKES_INTEGER | TAKES_FLOAT, "a number"},
	{"number", TAKES_INTEGER | TAKES_FLOAT, "a number"},
	{"string", TAKES_STRING, "a text"},
	{"list", TAKES_LIST, "a list"},
	{"map", TAKES_MAP, "a map"},
};

unsigned expression_types_of_input(struct node input)
{
	struct string name = node_text(node_get(input, "type"));
	for (size_t i = 0; i < sizeof(type_rows) / sizeof(*type_rows); i++)
		if (string_is(name, type_rows[i].name))
			return type_rows[i].types;
	return TAKES_ANYTHING;
}

static const char *text_of_types(unsigned types)
{
	for (size_t i = 0; i < sizeof(type_rows) / sizeof(*type_rows); i++)
		if (types == type_rows[i].types)
			return type_rows[i].text;
	return types == (TAKES_STRING | TAKES_INTEGER | TAKES_FLOAT) ? "a number or a text"
								     : "another type";
}

static unsigned types_of_literal(struct node node)
{
	if (node_kind(node) == NODE_SEQUENCE)
		return TAKES_LIST;
	if (node_is_null(node) || node_kind(node) != NODE_SCALAR)
		return TAKES_ANYTHING;
	if (node_is_string(node))
		return TAKES_STRING;
	switch (node_scalar_type(node)) {
	case SCALAR_BOOLEAN:
		return TAKES_BOOLEAN;
	case SCALAR_INTEGER:
	case SCALAR_FLOAT:
		return isnan(node_number(node)) ? TAKES_ANYTHING : TAKES_INTEGER | TAKES_FLOAT;
	default:
		return TAKES_ANYTHING; /* dates are compared as numbers or texts */
	}
}

/* A way from an expression over the names in it. */
struct way {
	const struct typing *typing;
	uint32_t section; /* where it begins; the expression that is looked at may be elsewhere, and
			     name an anchor */
	int depth;        /* expressions that have led here */
};

static void ask(const struct way *way, const char *collection, struct string name)
{
	const struct typing *typing = way->typing;
	if (!typing->notes)
		return;
	template_notes_ask(typing->notes, typing->asking, collection, name);
	if (typing->section == UINT32_MAX && way->section != typing->asking)
		template_notes_ask(typing->notes, way->section, collection, name);
}

static struct node find_input(const struct way *way, struct node name)
{
	ask(way, INPUTS, node_text(name));
	return node_find(way->typing->inputs, node_text(name)).value;
}

static struct node find_expression(const struct way *way, struct node name)
{
	if (way->depth < ASKED)
		ask(way, EXPRESSIONS, node_text(name));
	else if (way->depth == ASKED)
		ask(way, EVERY_EXPRESSION, STRING(""));
	return node_find(way->typing->expressions, node_text(name)).value;
}

static struct typed type_on(const struct way *way, struct node node, enum grammar_language language)
{
	struct node operands;
	struct typed typed = {.types = TAKES_ANYTHING, .node = node};
	if (node_kind(node) != NODE_MAPPING) {
		typed.types = types_of_literal(node);
		return typed;
	}
	enum operator_id op = operator_of(node, language, &operands);
	if (op == OPERATOR_NONE || way->depth > DEEPEST)
		return typed;
	if (op == OPERATOR_VARIABILITY_INPUT) {
		typed.input = find_input(way, operands);
		if (node_kind(typed.input) == NODE_MAPPING)
			typed.types = expression_types_of_input(typed.input);
		return typed;
	}
	if (op == OPERATOR_VALUE_EXPRESSION || op == OPERATOR_LOGIC_EXPRESSION) {
		struct node named = find_expression(way, operands);
		/* That a text is no logic expression is told there. */
		if (op == OPERATOR_VALUE_EXPRESSION || !node_is_string(named)) {
			const struct way next = {way->typing, way->section, way->depth + 1};
			struct typed meant = type_on(&next, named, LANGUAGE_NAMED);
			meant.node = node;
			return meant;
		}
		return typed;
	}
	typed.types = operator_row(op)->result;
	return typed;
}

static struct typed type_of(
	const struct typing *typing, struct node node, enum grammar_language language)
{
	const struct way way = {typing, node.reference.section, 0};
	return type_on(&way, node, language);
}

/* ---- reports ---- */

static struct diagnostic *report(const struct typing *typing, struct node node, const char *format,
	...) __attribute__((format(printf, 3, 4)));

static struct diagnostic *report(
	const struct typing *typing, struct node node, const char *format, ...)
{
	if (typing->section != UINT32_MAX && node.reference.section != typing->section)
		return NULL;
	va_list arguments;
	va_start(arguments, format);
	struct string message = arena_format_list(typing->diagnostics->arena, format, arguments);
	va_end(arguments);
	return diagnostics_add(typing->diagnostics, DIAGNOSTIC_CODE_OPERAND_TYPE, node, "%.*s",
		STRING_ARGUMENTS(message));
}

static void relate_input(
	const struct typing *typing, struct diagnostic *diagnostic, const struct typed *typed)
{
	struct node type = node_get(typed->input, "type");
	if (diagnostic && !node_is_absent(type))
		diagnostic_relate(typing->diagnostics, diagnostic, location_of(type),
			"the type of the variability input");
}

/* ---- values that an input cannot have ---- */

/* A literal that is compared with an input which can never have it. */
static void check_valid(
	const struct typing *typing, const struct typed *input, const struct typed *other)
{
	struct node values = value_schema_valid_values(input->input);
	struct node literal = other->node;
	struct suggestion suggestion = suggestion_for(node_text(literal));
	if (node_kind(values) != NODE_SEQUENCE || node_kind(literal) != NODE_SCALAR ||
		node_is_null(literal))
		return;
	for (uint32_t i = 0; i < node_count(values); i++) {
		struct node value = node_item(values, i);
		if (node_kind(value) != NODE_SCALAR ||
			string_equal(node_text(value), node_text(literal)))
			return;
		suggestion_offer(&suggestion, node_text(value));
	}
	struct string best = suggestion.best;
	struct diagnostic *diagnostic = report(typing, literal,
		"\"%.*s\" is none of the valid values of the variability input%s%.*s%s",
		STRING_ARGUMENTS(node_text(literal)), best.length ? "; did you mean \"" : "",
		STRING_ARGUMENTS(best), best.length ? "\"?" : "");
	if (!diagnostic)
		return;
	diagnostic->replacement = best;
	diagnostic_relate(typing->diagnostics, diagnostic, location_of(values), "the valid values");
}

/* The boolean or number that a text in quotes looks like. */
static struct string unquoted(struct node literal, unsigned wanted)
{
	struct string text = node_text(literal);
	bool is_boolean = string_is(text, "true") || string_is(text, "false");
	bool is_number = text.length > 0;
	for (size_t i = 0; i < text.length; i++)
		is_number &= (text.bytes[i] >= '0' && text.bytes[i] <= '9') || text.bytes[i] == '.';
	if ((wanted == TAKES_BOOLEAN && is_boolean) || ((wanted & TAKES_INTEGER) && is_number))
		return text;
	return (struct string){"", 0};
}

/* Both may be of one type. Values that an input never has are bounds all the same. */
static void check_values(const struct typing *typing, const struct operator_row *row,
	const struct typed *first, const struct typed *other)
{
	if (row->op != OPERATOR_EQUAL && row->op != OPERATOR_VALID_VALUES)
		return;
	if (!node_is_absent(first->input))
		check_valid(typing, first, other);
	if (first->types == TAKES_LIST && node_kind(other->node) == NODE_SEQUENCE)
		report(typing, other->node,
			"A list is equal to no other list: compare what is in them");
}

static void check_alike(const struct typing *typing, const struct operator_row *row,
	const struct typed *first, const struct typed *other)
{
	struct node operands;
	if (first->types & other->types) {
		check_values(typing, row, first, other);
		return;
	}
	bool is_input =
		operator_of(first->node, LANGUAGE_VALUE, &operands) == OPERATOR_VARIABILITY_INPUT;
	struct string name = is_input ? node_text(operands) : STRING("the other operand");
	const char *quote = is_input ? "\"" : "";
	struct string plain = node_is_string(other->node) ? unquoted(other->node, first->types)
							  : (struct string){"", 0};
	struct diagnostic *diagnostic = report(typing, other->node,
		"%s%.*s%s is %s, and this is %s: they are never alike%s%.*s%s", quote,
		STRING_ARGUMENTS(name), quote, text_of_types(first->types),
		text_of_types(other->types), plain.length ? "; write " : "",
		STRING_ARGUMENTS(plain), plain.length ? " without quotes" : "");
	if (!diagnostic)
		return;
	relate_input(typing, diagnostic, first);
	diagnostic->replacement = plain;
}

/* ---- operands ---- */

static void check_logic(const struct typing *typing, struct node node);
static void check_value(
	const struct typing *typing, struct node node, enum grammar_language language);

static void check_takes(const struct typing *typing, const struct operator_row *row,
	const struct operand *operand, struct node node)
{
	struct typed typed = type_of(typing, node, LANGUAGE_VALUE);
	/* What is written there once and for all fails when it is evaluated. */
	bool is_told = operand->is_strict && node_kind(node) != NODE_MAPPING;
	if (operand->kind != OPERAND_VALUE || (typed.types & operand->takes) || is_told)
		return;
	relate_input(typing,
		report(typing, node, "Operator \"%s\" expects %s here, and this is %s", row->name,
			text_of_types(operand->takes), text_of_types(typed.types)),
		&typed);
}

static void check_operand(const struct typing *typing, const struct operator_row *row,
	const struct operand *operand, struct node node)
{
	if (!operand || node_is_null(node))
		return;
	if (operand->kind == OPERAND_LOGIC) {
		check_logic(typing, node);
	} else if (operand->kind == OPERAND_VALUE) {
		check_value(typing, node, LANGUAGE_VALUE);
		check_takes(typing, row, operand, node);
	} else if (operand->kind == OPERAND_LIST && node_kind(node) == NODE_SEQUENCE) {
		for (uint32_t i = 0; i < node_count(node); i++)
			check_operand(typing, row, operand_item(operand, i), node_item(node, i));
	}
}

/* The operand that the others are measured by: an input, or else what is computed. */
static uint32_t measure_of(const struct typing *typing, struct node list)
{
	uint32_t best = 0;
	for (uint32_t i = node_count(list); i > 0; i--) {
		struct typed typed = type_of(typing, node_item(list, i - 1), LANGUAGE_VALUE);
		if (!node_is_absent(typed.input))
			return i - 1;
		if (node_kind(typed.node) == NODE_MAPPING)
			best = i - 1;
	}
	return best;
}

static void check_list_alike(
	const struct typing *typing, const struct operator_row *row, struct node list)
{
	bool is_list = row->alike == LIST_OF_FIRST;
	uint32_t measure = is_list ? 0 : measure_of(typing, list);
	struct typed first = type_of(typing, node_item(list, measure), LANGUAGE_VALUE);
	struct node others = is_list ? node_item(list, 1) : list;
	uint32_t count = node_kind(others) == NODE_SEQUENCE ? node_count(others) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct typed other = type_of(typing, node_item(others, i), LANGUAGE_VALUE);
		/* What the operator does not take at all has been told. */
		const struct operand *operand = is_list ? NULL : operand_item(row->operands, i);
		bool is_taken = !operand || (operand->takes & other.types);
		if (is_taken && (is_list || i != measure))
			check_alike(typing, row, &first, &other);
	}
}

/* Bounds are taken as they are written. */
static void check_bound(const struct typing *typing, struct node bound)
{
	if (node_kind(bound) == NODE_MAPPING)
		report(typing, bound,
			"Bounds are not evaluated, and nothing is in a range that begins or ends "
			"with an expression: compare with \"greater_or_equal\" and "
			"\"less_or_equal\"");
	else if (node_kind(bound) == NODE_SEQUENCE || node_is_null(bound) ||
		 node_scalar_type(bound) == SCALAR_BOOLEAN)
		report(typing, bound, "A bound is a number or a text, and this is %s",
			node_is_null(bound) ? "nothing" : text_of_types(types_of_literal(bound)));
}

static void check_range(const struct typing *typing, struct node list)
{
	struct node range = node_item(list, 1);
	for (uint32_t i = 0; node_kind(range) == NODE_SEQUENCE && i < node_count(range); i++)
		check_bound(typing, node_item(range, i));
	double lower = node_number(node_item(range, 0));
	double upper = node_number(node_item(range, 1));
	if (node_kind(range) == NODE_SEQUENCE && upper < lower)
		report(typing, range,
			"The lower bound %g is above the upper bound %g: nothing is in "
			"this range",
			lower, upper);
}

/* Pieces are counted from 0. */
static void check_index(const struct typing *typing, struct node index)
{
	double number = node_number(index);
	if (number < 0 || (isfinite(number) && number != floor(number)))
		report(typing, index, "No piece has the index %g: they are counted from 0", number);
}

static void check_value(
	const struct typing *typing, struct node node, enum grammar_language language)
{
	struct node operands;
	enum operator_id op = operator_of(node, language, &operands);
	if (op == OPERATOR_NONE)
		return;
	const struct operator_row *row = operator_row(op);
	check_operand(typing, row, row->operands, operands);
	if (op == OPERATOR_TOKEN && node_kind(operands) == NODE_SEQUENCE)
		check_index(typing, node_item(operands, 2));
	if (node_kind(operands) != NODE_SEQUENCE || row->alike == UNRELATED)
		return;
	if (op == OPERATOR_IN_RANGE)
		check_range(typing, operands);
	check_list_alike(typing, row, operands);
}

/* A condition holds or does not: a number or a text is no answer. */
static void check_logic(const struct typing *typing, struct node node)
{
	struct typed typed = type_of(typing, node, LANGUAGE_LOGIC);
	bool is_name = node_is_string(node);
	if (!is_name && node_kind(node) != NODE_SEQUENCE && !(typed.types & TAKES_BOOLEAN))
		relate_input(typing,
			report(typing, node, "A condition is true or false, and this is %s",
				text_of_types(typed.types)),
			&typed);
	check_value(typing, node, LANGUAGE_LOGIC);
}

static void check_implications(const struct typing *typing, struct node list)
{
	uint32_t count = node_kind(list) == NODE_SEQUENCE ? node_count(list) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node implication = node_item(list, i);
		bool is_list = node_kind(implication) == NODE_SEQUENCE;
		for (uint32_t j = 0; is_list && j < node_count(implication); j++)
			check_logic(typing, node_item(implication, j));
	}
}

static void check_expression(void *context, struct node node, enum grammar_language language)
{
	struct typing *typing = context;
	struct node operands;
	if (typing->section == UINT32_MAX)
		typing->asking = node.reference.section;
	if (language == LANGUAGE_CONDITION && node_kind(node) == NODE_SEQUENCE) {
		for (uint32_t i = 0; i < node_count(node); i++)
			check_logic(typing, node_item(node, i));
	} else if (language == LANGUAGE_CONDITION || language == LANGUAGE_LOGIC) {
		check_logic(typing, node);
	} else if (language == LANGUAGE_IMPLICATIONS) {
		check_implications(typing, node);
	} else {
		enum operator_id op = operator_of(node, language, &operands);
		bool is_logic = op != OPERATOR_NONE && operator_is_logic(op);
		check_value(typing, node,
			language == LANGUAGE_NAMED && is_logic ? LANGUAGE_LOGIC : LANGUAGE_VALUE);
	}
}

/* ---- what is asked of definitions ---- */

static uint64_t mix(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 29);
}

/* What is told of an input elsewhere: its type, its valid values, and where these are written. */
static uint64_t fingerprint_of_input(struct node input)
{
	struct node type = node_get(input, "type");
	struct node values = value_schema_valid_values(input);
	uint64_t hash = mix((uint64_t)node_kind(input), string_hash(node_text(type)));
	uint32_t count = node_kind(values) == NODE_SEQUENCE ? node_count(values) : 0;
	hash = mix(mix(hash, type.reference.index), mix(values.reference.index, count));
	for (uint32_t i = 0; i < count; i++) {
		struct node value = node_item(values, i);
		hash = mix(mix(hash, (uint64_t)node_kind(value)), string_hash(node_text(value)));
	}
	return hash;
}

/* Of which type a named expression is: what its operator says, or another definition. */
static uint64_t fingerprint_of_expression(struct node expression)
{
	struct node operands;
	enum operator_id op = operator_of(expression, LANGUAGE_NAMED, &operands);
	uint64_t hash = mix((uint64_t)types_of_literal(expression), (uint64_t)op);
	bool is_name = op == OPERATOR_VARIABILITY_INPUT || op == OPERATOR_VALUE_EXPRESSION ||
		       op == OPERATOR_LOGIC_EXPRESSION;
	return is_name ? mix(hash, string_hash(node_text(operands))) : hash;
}

/* What is defined in the section, or in any. */
static void note_definitions(const struct typing *typing, const char *collection,
	struct node definitions, uint64_t (*fingerprint)(struct node definition))
{
	uint32_t count = node_kind(definitions) == NODE_MAPPING ? node_count(definitions) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(definitions, i);
		uint32_t section = entry.key.reference.section;
		if (typing->section == UINT32_MAX || section == typing->section)
			template_notes_hold(typing->notes, section, collection,
				node_text(entry.key), fingerprint(entry.value));
	}
}

/* All expressions of a section as one. */
static void note_every_expression(const struct typing *typing)
{
	struct node expressions = typing->expressions;
	uint32_t count = node_kind(expressions) == NODE_MAPPING ? node_count(expressions) : 0;
	uint64_t hash = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(expressions, i);
		uint32_t section = entry.key.reference.section;
		bool is_last = i + 1 == count ||
			       node_entry(expressions, i + 1).key.reference.section != section;
		if (typing->section != UINT32_MAX && section != typing->section)
			continue;
		hash = mix(mix(hash, string_hash(node_text(entry.key))),
			fingerprint_of_expression(entry.value));
		if (!is_last)
			continue;
		template_notes_hold(typing->notes, section, EVERY_EXPRESSION, STRING(""), hash);
		hash = 0;
	}
}

static struct typing typing_of(const struct syntax_tree *tree)
{
	struct node variability = node_get(grammar_template(tree).value, "variability");
	enum grammar_file kind = grammar_file_kind(tree);
	return (struct typing){
		.is_variable = node_kind(variability) == NODE_MAPPING ||
			       kind == GRAMMAR_FILE_RULES || kind == GRAMMAR_FILE_CONDITIONS,
		.inputs = node_get(variability, "inputs"),
		.expressions = node_get(variability, "expressions"),
	};
}

unsigned expression_types_of(const struct syntax_tree *tree, struct node expression, bool logic)
{
	struct typing typing = typing_of(tree);
	return type_of(&typing, expression, logic ? LANGUAGE_LOGIC : LANGUAGE_VALUE).types;
}

void expression_types_check(const struct syntax_tree *tree, uint32_t section,
	struct diagnostics *diagnostics, struct template_notes *notes)
{
	struct typing typing = typing_of(tree);
	typing.section = typing.asking = section;
	typing.notes = notes;
	typing.diagnostics = diagnostics;
	if (!typing.is_variable)
		return;
	if (notes) {
		note_definitions(&typing, INPUTS, typing.inputs, fingerprint_of_input);
		note_definitions(
			&typing, EXPRESSIONS, typing.expressions, fingerprint_of_expression);
		note_every_expression(&typing);
	}
	grammar_visit_expressions(tree, section, check_expression, &typing);
}
