/* Hovers about words of the language, out of its tables. */
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/ide/text/shape_text.h"
#include "analyzer/language/variability/default_condition_modes.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/language/variability/options.h"

static void add_operator(struct hover_context *context, const struct operator_row *row)
{
	bool is_exactly_one = row->op == OPERATOR_XOR && context->analysis &&
			      analysis_xor_is_exactly_one(context->analysis);
	struct string signature = operand_signature(row->operands, context->arena);
	markdown_write(&context->text, "**`%s`**: `%.*s`\n\n%s\n\n", row->name,
		STRING_ARGUMENTS(signature),
		is_exactly_one ? "Holds if exactly one operand does: so it is in the drafts of "
				 "2022 and 2023, whose spellings this template uses. Today it is "
				 "parity, and `exo` means exactly one."
			       : row->summary);
	markdown_add(&context->text, "*%s*\n", operator_group_title(row->group));
}

void hover_operator(struct hover_context *context, struct string name)
{
	const struct operator_row *row = operator_find(name);
	if (row) {
		add_operator(context, row);
		return;
	}
	const struct deprecated_operator_row *old = deprecated_operator_find(name);
	if (!old)
		return;
	markdown_add(&context->text, "**`%s`** is a deprecated spelling", old->name);
	if (old->replacement != OPERATOR_NONE)
		markdown_add(&context->text, " of `%s`", operator_row(old->replacement)->name);
	markdown_add(&context->text, ". %s\n\n", old->note);
	if (old->replacement != OPERATOR_NONE)
		add_operator(context, operator_row(old->replacement));
}

void hover_keyname(
	struct hover_context *context, const struct keyname_row *row, enum construct construct)
{
	struct string owner = with_article(construct_row(construct)->title, context->arena);
	markdown_add(&context->text, "**`%s`** of %.*s\n\n%s\n\n*%.*s%s%s*\n", row->name,
		STRING_ARGUMENTS(owner), row->summary,
		STRING_ARGUMENTS(shape_text(row->shape, context->arena)),
		row->flags & KEYNAME_MANDATORY ? ", mandatory" : "",
		row->flags & KEYNAME_VARIABILITY ? ", Variability4TOSCA" : "");
	if (row->flags & KEYNAME_DEPRECATED && row->replacement && row->replacement[0] != '\0') {
		markdown_add(
			&context->text, "\nDeprecated: write `%s` instead.\n", row->replacement);
	}
	if (row->flags & KEYNAME_INEFFECTIVE)
		markdown_add(&context->text, "\nIt is accepted, but has no effect.\n");
}

static const char *option_values(enum option_type type)
{
	switch (type) {
	case OPTION_BOOLEAN:
		return "Boolean";
	case OPTION_PRUNING_MODE:
		return "a pruning mode";
	case OPTION_DEFAULT_CONDITION_MODE:
		return "words joined by `-`";
	case OPTION_DIRECTION:
		return "Boolean, `min` or `max`";
	case OPTION_TOPOLOGY_MODE:
		return "`weight` or `count`";
	case OPTION_TECHNOLOGIES_MODE:
		return "`weight`, `count` or `weight-count`";
	}
	return "";
}

void hover_option(
	struct hover_context *context, struct string name, enum version_class version_class)
{
	enum option option = option_find(name);
	if (option != OPTION_NONE) {
		const struct option_row *row = option_row(option);
		const char *standard =
			row->defaults[version_class == CLASS_NONE ? CLASS_A : version_class];
		markdown_add(&context->text, "**`%s`** (%s)\n\n%s\n", row->name,
			option_values(row->type), row->summary);
		if (row->parent != OPTION_NONE) {
			markdown_add(&context->text, "\nFollows `%s` where it is not given.\n",
				option_row(row->parent)->name);
		}
		if (standard && standard[0] != '\0')
			markdown_add(&context->text, "\nDefault: `%s`\n", standard);
		markdown_add(&context->text, "\n*%s*\n", option_group_title(row->group));
		return;
	}
	const struct deprecated_option_row *old = deprecated_option_find(name);
	if (old) {
		markdown_add(&context->text, "**`%s`** is an option of older drafts", old->name);
		if (old->replacement && old->replacement[0] != '\0') {
			markdown_add(&context->text, "; today: `%s`%s", old->replacement,
				old->negated ? " with the opposite value" : "");
		}
		markdown_add(&context->text, ". %s\n", old->note);
	}
}

static void add_mode(struct hover_context *context, enum element_kind kind, struct string mode)
{
	struct string rest = mode;
	struct string word;
	while (default_condition_mode_split(&rest, &word)) {
		enum default_condition_mode token = default_condition_mode_find(kind, word);
		if (token != MODE_NONE) {
			markdown_write(&context->text, "- `%.*s`: %s\n", STRING_ARGUMENTS(word),
				default_condition_mode_row(token)->summary);
		}
	}
}

void hover_word(struct hover_context *context, const struct place *place, struct string word)
{
	if (place->option.length > 0) {
		enum option option = option_find(place->option);
		enum pruning_mode mode = pruning_mode_find(word);
		if (option == OPTION_MODE && mode != PRUNING_MODE_NONE) {
			markdown_add(&context->text, "**`%s`**: %s\n", pruning_mode_row(mode)->name,
				pruning_mode_row(mode)->summary);
			return;
		}
		for (int i = 0; i < ELEMENT_KIND_COUNT; i++) {
			enum element_kind kind = (enum element_kind)i;
			if (option != OPTION_NONE &&
				option_of_kind(kind, KIND_DEFAULT_CONDITION_MODE) == option)
				add_mode(context, kind, word);
		}
	} else if (place->shape && place->shape->kind == SHAPE_DEFAULT_CONDITION_MODE) {
		add_mode(context, place->shape->element_kind, word);
	} else if (place->shape && place->shape->kind == SHAPE_NAME &&
		   place->shape->name == NAME_OF_DEFINITIONS_VERSION) {
		enum definitions_version version = definitions_version_find(word);
		if (version != VERSION_UNKNOWN) {
			const struct definitions_version_row *row =
				definitions_version_row(version);
			markdown_add(&context->text, "**`%s`**\n\n%s\n", row->name, row->summary);
		}
	}
}
