/* Constructs: which keynames are there, which are missing, and which are not known. */
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/grammar/grammar_shapes.h"
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/report/suggestion.h"

static bool has_keyname(
	const struct grammar_walker *walker, enum construct construct, struct string name)
{
	return keyname_find(construct, walker->version, name) != NULL;
}

static enum construct construct_below(const struct shape *shape)
{
	while (shape) {
		if (shape->kind == SHAPE_CONSTRUCT)
			return shape->construct;
		shape = shape->kind == SHAPE_EITHER ? NULL : shape->element;
	}
	return CONSTRUCT_NONE;
}

/* The construct that has a keyname, and what leads to it from the construct that it stands in. */
struct owner {
	enum construct construct;
	const char *below; /* the keyname; NULL if the construct is around */
};

/* Keynames of a template that stand beside it are more likely than those of a type. */
static struct owner owner_below(
	const struct grammar_walker *walker, enum construct construct, struct string name)
{
	struct owner owner = {.construct = CONSTRUCT_NONE};
	size_t position = 0;
	const struct keyname_row *row;
	while ((row = keyname_next(construct, walker->version, &position))) {
		enum construct below = construct_below(row->shape);
		if (below == CONSTRUCT_NONE || (row->flags & KEYNAME_DEPRECATED) ||
			!has_keyname(walker, below, name))
			continue;
		struct owner found = {below, row->name};
		if (construct == CONSTRUCT_FILE && row->shape->kind == SHAPE_CONSTRUCT)
			return found;
		owner = owner.construct == CONSTRUCT_NONE ? found : owner;
	}
	return owner;
}

/* The construct nearby that has the keyname: one around, or one directly below. */
static struct owner owner_nearby(
	const struct grammar_walker *walker, const struct grammar_frame *frame, struct string name)
{
	for (const struct grammar_frame *around = frame->around; around; around = around->around)
		if (has_keyname(walker, around->construct, name))
			return (struct owner){.construct = around->construct};
	return owner_below(walker, frame->construct, name);
}

static struct suggestion suggest_keyname(enum definitions_version version, enum construct construct,
	struct node mapping, struct string name)
{
	struct suggestion suggestion = suggestion_for(name);
	size_t position = 0;
	const struct keyname_row *row;
	while ((row = keyname_next(construct, version, &position))) {
		/* A keyname that is there already is not what was meant. */
		if (!(row->flags & (KEYNAME_DEPRECATED | KEYNAME_INEFFECTIVE)) &&
			node_is_absent(node_get(mapping, row->name)))
			suggestion_offer(&suggestion, string_from(row->name));
	}
	return suggestion;
}

/* Whether the definition is part of a type with a parent, and so may refine what the parent
 * defines: then it gives only what changes. */
static bool may_refine(const struct grammar_frame *frame)
{
	for (; frame; frame = frame->around)
		if (!node_is_null(node_get(frame->mapping, "derived_from")))
			return true;
	return false;
}

static bool is_mandatory(const struct grammar_subject *subject, const struct keyname_row *row)
{
	if (!(row->flags & KEYNAME_MANDATORY))
		return false;
	switch (row->construct) {
	case CONSTRUCT_FILE:
		return false; /* reported with words of its own */
	case CONSTRUCT_PROPERTY_DEFINITION:
	case CONSTRUCT_ATTRIBUTE_DEFINITION:
	case CONSTRUCT_CAPABILITY_DEFINITION:
	case CONSTRUCT_REQUIREMENT_DEFINITION:
	case CONSTRUCT_RELATIONSHIP_IN_DEFINITION:
	case CONSTRUCT_SCHEMA_DEFINITION:
		return !may_refine(subject->frame);
	case CONSTRUCT_NODE_TEMPLATE:
	case CONSTRUCT_RELATIONSHIP_TEMPLATE:
		return node_is_null(node_get(subject->value, "copy"));
	case CONSTRUCT_TOPOLOGY_OUTPUT:
		return node_is_null(node_get(subject->value, "default")) &&
		       node_is_null(node_get(subject->value, "mapping"));
	default:
		return true;
	}
}

/* Behind a word that is like none of the keynames, the one that must be there may be meant; not if
 * several are like none. */
static struct string missing_keyname(const struct grammar_walker *walker,
	const struct grammar_subject *subject, enum construct construct, struct node key)
{
	struct string missing = STRING("");
	struct node value = {0};
	uint32_t unknown = 0, count = node_count(subject->value);
	for (uint32_t i = 0; i < count && unknown < 2; i++) {
		struct node_entry entry = node_entry(subject->value, i);
		unknown += !has_keyname(walker, construct, node_text(entry.key));
		if (node_equal_place(entry.key, key))
			value = entry.value;
	}
	size_t position = 0;
	const struct keyname_row *row;
	while (unknown == 1 && (row = keyname_next(construct, walker->version, &position))) {
		if (!is_mandatory(subject, row) ||
			!node_is_absent(node_get(subject->value, row->name)))
			continue;
		if (missing.length || !grammar_takes(row->shape, node_kind(value)))
			return STRING("");
		missing = string_from(row->name);
	}
	return missing;
}

/* In which versions the construct has the keyname: "TOSCA 1.1 and later". */
static const char *versions_of(
	const struct grammar_walker *walker, enum construct construct, struct string name)
{
	static const struct {
		enum definitions_version version;
		const char *since, *until;
	} steps[] = {
		{VERSION_SIMPLE_YAML_1_0, "TOSCA 1", "TOSCA 1.0"},
		{VERSION_SIMPLE_YAML_1_1, "TOSCA 1.1 and later", "TOSCA 1.1 and before"},
		{VERSION_SIMPLE_YAML_1_2, "TOSCA 1.2 and later", "TOSCA 1.2 and before"},
		{VERSION_SIMPLE_YAML_1_3, "TOSCA 1.3", "TOSCA 1"},
	};
	const char *versions = NULL;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		if (!keyname_find(construct, steps[i].version, name))
			continue;
		if (walker->strict)
			return "TOSCA 1";
		if (steps[i].version > walker->version)
			return steps[i].since;
		versions = steps[i].until;
	}
	return versions ? versions : "TOSCA 2.0";
}

/* Without the keyname that says the same here, the construct says nothing. */
static bool is_all_of_it(const struct keyname_row *instead)
{
	return instead && ((instead->flags & KEYNAME_MANDATORY) ||
				  string_is(string_from(instead->name), "url"));
}

static void report_other_version(struct grammar_walker *walker, const struct keyname_row *row,
	enum construct construct, struct node_entry entry)
{
	const struct keyname_row *instead = keyname_counterpart(row, walker->version);
	struct diagnostic *diagnostic = grammar_report(walker,
		DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION, entry.key,
		"\"%s\" is no keyname of %s in %s, only in %s%s%s%s", row->name,
		construct_row(construct)->title, definitions_version_row(walker->version)->name,
		versions_of(walker, construct, string_from(row->name)), instead ? "; use \"" : "",
		instead ? instead->name : "", instead ? "\"" : "");
	if (diagnostic && is_all_of_it(instead))
		diagnostic->severity = DIAGNOSTIC_ERROR;
	if (diagnostic && instead && instead->shape->kind == row->shape->kind)
		diagnostic->replacement = string_from(instead->name);
}

/* Entries and items below it are read as in the nearest version that has it. */
static void check_other_version(struct grammar_walker *walker, const struct keyname_row *row,
	const struct grammar_frame *frame, struct node_entry entry)
{
	struct grammar_subject subject = {.key = entry.key,
		.value = entry.value,
		.frame = frame,
		.keyname = row,
		.lenient = true};
	enum definitions_version here = walker->version, version = VERSION_TOSCA_2_0;
	report_other_version(walker, row, frame->construct, entry);
	if (node_kind(entry.value) == NODE_SCALAR)
		return;
	while (version > 0 && !(row->versions & definitions_version_set(version)))
		version--;
	walker->version = version;
	walker->strict = version_is_2_0(version);
	grammar_check_subject(walker, &subject, row->shape);
	walker->version = here;
	walker->strict = version_is_2_0(here);
}

/* Whether what stands below can be that of a construct: one of its keynames, with such a value. */
static bool has_fitting_keyname(
	const struct grammar_walker *walker, enum construct construct, struct node mapping)
{
	for (uint32_t i = 0; i < node_count(mapping); i++) {
		struct node_entry entry = node_entry(mapping, i);
		const struct keyname_row *row =
			keyname_find(construct, walker->version, node_text(entry.key));
		if (row && (node_is_null(entry.value) ||
				   grammar_takes(row->shape, node_kind(entry.value))))
			return true;
	}
	return false;
}

/* The keyname directly above the entry at `position`, if its key could be the name of what stands
 * below that. */
static const struct keyname_row *collection_above(const struct grammar_walker *walker,
	enum construct construct, struct node mapping, uint32_t position)
{
	if (position == 0 || node_is_flow(mapping))
		return NULL;
	struct node_entry above = node_entry(mapping, position - 1);
	struct node value = node_entry(mapping, position).value;
	const struct keyname_row *row =
		keyname_find(construct, walker->version, node_text(above.key));
	bool has_names =
		row && (row->shape->kind == SHAPE_MAP || row->shape->kind == SHAPE_COLLECTION);
	bool is_open = node_is_null(above.value) ||
		       (node_kind(above.value) == NODE_MAPPING && !node_is_flow(above.value));
	bool fits = has_names && is_open && node_kind(value) == NODE_MAPPING &&
		    has_fitting_keyname(walker, construct_below(row->shape), value);
	return fits ? row : NULL;
}

/* Conditions of workflows and triggers are left to the orchestrator, metadata to everybody. */
static bool is_read_by_others(const struct grammar_frame *frame)
{
	return frame->construct == CONSTRUCT_METADATA ||
	       (frame->construct == CONSTRUCT_CONSTRAINT_CLAUSE && frame->around &&
		       (frame->around->construct == CONSTRUCT_CONDITION_CLAUSE ||
			       frame->around->construct == CONSTRUCT_TRIGGER_CONDITION));
}

static void report_unknown_keyname(struct grammar_walker *walker,
	const struct grammar_subject *subject, const struct grammar_frame *frame, uint32_t position)
{
	struct node_entry entry = node_entry(subject->value, position);
	struct node key = entry.key;
	struct string name = node_text(key);
	const char *title = construct_row(frame->construct)->title;
	struct suggestion suggestion =
		suggest_keyname(walker->version, frame->construct, subject->value, name);
	bool is_typing_mistake = suggestion.best.length && suggestion.distance <= 2;
	if (subject->lenient && !is_typing_mistake)
		return;
	struct owner owner = owner_nearby(walker, frame, name);
	const struct keyname_row *elsewhere = keyname_find_in_any_version(frame->construct, name);
	if (elsewhere && walker->version != VERSION_UNKNOWN)
		check_other_version(walker, elsewhere, frame, entry);
	if (elsewhere)
		return;
	if (owner.construct != CONSTRUCT_NONE && !is_typing_mistake) {
		grammar_report(walker, DIAGNOSTIC_CODE_MISPLACED_KEYNAME, key,
			"\"%.*s\" is a keyname of %s, not of %s; it %s%s%s", STRING_ARGUMENTS(name),
			construct_row(owner.construct)->title, title,
			owner.below ? "belongs below \"" : "is indented too far",
			owner.below ? owner.below : "", owner.below ? "\"" : "");
		return;
	}
	const struct keyname_row *above =
		suggestion.best.length
			? NULL
			: collection_above(walker, frame->construct, subject->value, position);
	if (above) {
		grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_KEYNAME, key,
			"Unknown keyname \"%.*s\" in %s; as a name below \"%s\", it is indented "
			"too little",
			STRING_ARGUMENTS(name), title, above->name);
		return;
	}
	if (!suggestion.best.length)
		suggestion.best = missing_keyname(walker, subject, frame->construct, key);
	bool has_best = suggestion.best.length > 0;
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_KEYNAME, key,
		"Unknown keyname \"%.*s\" in %s%s%.*s%s", STRING_ARGUMENTS(name), title,
		has_best ? "; did you mean \"" : "", STRING_ARGUMENTS(suggestion.best),
		has_best ? "\"?" : "");
	if (!diagnostic)
		return;
	diagnostic->replacement = suggestion.best;
	if (is_read_by_others(frame))
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

static void check_flags(
	struct grammar_walker *walker, const struct keyname_row *row, struct node key)
{
	if (row->flags & KEYNAME_DEPRECATED) {
		bool has_replacement = *row->replacement;
		struct diagnostic *diagnostic = grammar_report(walker,
			DIAGNOSTIC_CODE_DEPRECATED_SPELLING, key, "\"%s\" is deprecated%s%s%s",
			row->name, has_replacement ? "; write \"" : "", row->replacement,
			has_replacement ? "\"" : "");
		if (diagnostic) {
			diagnostic->replacement = string_from(row->replacement);
			diagnostic->tags |= DIAGNOSTIC_DEPRECATED;
		}
	}
	if (row->flags & KEYNAME_INEFFECTIVE)
		grammar_report(walker, DIAGNOSTIC_CODE_INEFFECTIVE_KEYNAME, key,
			"\"%s\" has no effect here. %s", row->name, row->summary);
}

/* Whether a keyname is given by its former name. */
static bool has_former_name(const struct grammar_walker *walker, enum construct construct,
	struct node mapping, const char *name)
{
	size_t position = 0;
	const struct keyname_row *row;
	while ((row = keyname_next(construct, walker->version, &position)))
		if (row->replacement && strcmp(row->replacement, name) == 0 &&
			!node_is_null(node_get(mapping, row->name)))
			return true;
	return false;
}

/* Whether a keyname without value is reported where it stands. */
static bool is_reported_empty(
	const struct grammar_walker *walker, struct node mapping, const struct keyname_row *row)
{
	return (walker->strict ? row->shape->kind != SHAPE_ANYTHING
			       : shape_names_type(row->shape)) &&
	       !node_is_absent(node_find(mapping, string_from(row->name)).key);
}

void grammar_check_mandatory(struct grammar_walker *walker, const struct grammar_subject *subject,
	enum construct construct)
{
	size_t position = 0;
	const struct keyname_row *row;
	if (node_is_broken(subject->value))
		return;
	while ((row = keyname_next(construct, walker->version, &position))) {
		if (!is_mandatory(subject, row) ||
			!node_is_null(node_get(subject->value, row->name)) ||
			is_reported_empty(walker, subject->value, row) ||
			has_former_name(walker, construct, subject->value, row->name))
			continue;
		struct node place = subject->key;
		if (node_is_absent(place) && node_kind(subject->value) == NODE_MAPPING)
			place = node_entry(subject->value, 0).key;
		if (node_is_absent(place))
			place = subject->value;
		const char *article = construct_article(construct);
		struct diagnostic *diagnostic = grammar_report(walker,
			DIAGNOSTIC_CODE_MISSING_KEYNAME, place, "A%s %s needs the keyname \"%s\"",
			article + 1, construct_row(construct)->title, row->name);
		/* The texts do not say so, but an output without value tells nothing. */
		if (diagnostic && construct == CONSTRUCT_TOPOLOGY_OUTPUT)
			diagnostic->severity = DIAGNOSTIC_WARNING;
	}
}

struct string grammar_keyname_meant(enum construct construct, enum definitions_version version,
	struct node mapping, struct node_entry entry)
{
	const struct shape *others = construct_others(construct, version);
	struct suggestion suggestion =
		suggest_keyname(version, construct, mapping, node_text(entry.key));
	const struct keyname_row *row = keyname_find(construct, version, suggestion.best);
	bool is_map = node_kind(entry.value) == NODE_MAPPING;
	if (!others || others->kind != SHAPE_CONSTRUCT || !row || suggestion.distance > 2 ||
		node_is_null(entry.value) || is_map != (row->shape->kind == SHAPE_MAP))
		return STRING("");
	uint32_t count = node_kind(entry.value) == NODE_MAPPING ? node_count(entry.value) : 0;
	for (uint32_t i = 0; i < count; i++)
		if (keyname_find(
			    others->construct, version, node_text(node_entry(entry.value, i).key)))
			return STRING("");
	return suggestion.best;
}

/* TOSCA 1.0 to 1.2: keys of interfaces are operations. One that is called like a keyname of a later
 * version is meant as that. */
static bool is_of_other_version(
	enum construct construct, const struct shape *others, struct node key)
{
	return others->kind == SHAPE_CONSTRUCT &&
	       keyname_find_in_any_version(construct, node_text(key));
}

static bool report_misspelt(struct grammar_walker *walker, enum construct construct,
	struct node mapping, struct node_entry entry)
{
	struct string meant = grammar_keyname_meant(construct, walker->version, mapping, entry);
	if (!meant.length)
		return false;
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_KEYNAME,
		entry.key, "\"%.*s\" is read as an operation; did you mean \"%.*s\"?",
		STRING_ARGUMENTS(node_text(entry.key)), STRING_ARGUMENTS(meant));
	if (diagnostic) {
		diagnostic->severity = DIAGNOSTIC_WARNING;
		diagnostic->replacement = meant;
	}
	return true;
}

/* Where a map may have any keys, those beside a keyname are hardly called nearly like another one.
 */
static bool is_nearly_keyname(const struct grammar_walker *walker, enum construct construct,
	struct node mapping, struct node key)
{
	const struct shape *others = construct_others(construct, walker->version);
	if (!others || !shape_alternative(others, SHAPE_ANYTHING))
		return false;
	struct suggestion suggestion =
		suggest_keyname(walker->version, construct, mapping, node_text(key));
	return suggestion.best.length > 0 && suggestion.distance <= 2 &&
	       grammar_has_any_keyname(walker, construct, mapping);
}

void grammar_check_keynames(struct grammar_walker *walker, const struct grammar_subject *subject,
	enum construct construct)
{
	struct grammar_frame frame = {construct, subject->value, subject->frame};
	const struct shape *others = construct_others(construct, walker->version);
	struct node mapping = subject->value;
	struct grammar_span span = grammar_span_to_check(walker, mapping);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node_entry entry = node_entry(mapping, i);
		if (!grammar_check_key(walker, subject, entry.key))
			continue;
		struct grammar_subject inner = {
			.key = entry.key, .value = entry.value, .frame = &frame};
		inner.keyname = keyname_find(construct, walker->version, node_text(entry.key));
		if (inner.keyname) {
			check_flags(walker, inner.keyname, entry.key);
			grammar_check_subject(walker, &inner, inner.keyname->shape);
		} else if (others && !is_of_other_version(construct, others, entry.key) &&
			   !is_nearly_keyname(walker, construct, mapping, entry.key)) {
			if (!report_misspelt(walker, construct, mapping, entry))
				grammar_check_subject(walker, &inner, others);
		} else {
			report_unknown_keyname(walker, subject, &frame, i);
		}
	}
	if (!subject->lenient)
		grammar_check_mandatory(walker, subject, construct);
	grammar_check_construct(walker, construct, subject->key, mapping);
}

/* A value may be a map with any keys; one that names a primitive type is a definition. */
bool grammar_is_definition(
	const struct grammar_walker *walker, enum construct construct, struct node mapping)
{
	uint32_t count =
		keyname_find(construct, walker->version, STRING("type")) ? node_count(mapping) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(mapping, i);
		struct suggestion suggestion = suggestion_for(node_text(entry.key));
		suggestion_offer(&suggestion, STRING("type"));
		if (suggestion.best.length && suggestion.distance <= 1 &&
			node_is_string(entry.value) &&
			primitive_type_find(walker->version, node_text(entry.value)) !=
				PRIMITIVE_NONE)
			return true;
	}
	return false;
}

bool grammar_has_any_keyname(
	const struct grammar_walker *walker, enum construct construct, struct node mapping)
{
	size_t position = 0;
	const struct keyname_row *row;
	while ((row = keyname_next(construct, walker->version, &position)))
		if (!node_is_absent(node_find(mapping, string_from(row->name)).key))
			return true;
	return false;
}

/* TOSCA 1.x: "- <name>: <file>" and "- <name>: { file: … }". */
static bool is_named_import(const struct grammar_walker *walker, struct node mapping)
{
	struct string name = node_text(node_entry(mapping, 0).key);
	return !walker->strict && node_count(mapping) == 1 &&
	       !keyname_find_in_any_version(CONSTRUCT_IMPORT, name) &&
	       !suggest_keyname(walker->version, CONSTRUCT_IMPORT, mapping, name).best.length;
}

/* A keyname where a name belongs, with nothing below that an element would have: it is indented too
 * little, or, if it is one of what is around, too far. */
static bool report_misplaced_name(struct grammar_walker *walker,
	const struct grammar_subject *subject, enum construct construct)
{
	struct string name = node_text(subject->key);
	bool is_own = has_keyname(walker, construct, name);
	if (subject->keyname || !subject->frame || node_is_absent(subject->key) ||
		node_count(subject->value) == 0 ||
		node_kind(node_key(subject->value)) != NODE_SCALAR)
		return false;
	enum construct around = subject->frame->construct;
	const struct keyname_row *type = keyname_find(construct, walker->version, STRING("type"));
	bool lacks_type = type && (type->flags & KEYNAME_MANDATORY) &&
			  node_is_null(node_get(subject->value, "type"));
	if (is_own ? has_fitting_keyname(walker, construct, subject->value)
		   : !lacks_type || !has_keyname(walker, around, name))
		return false;
	grammar_report(walker, DIAGNOSTIC_CODE_MISPLACED_KEYNAME, subject->key,
		"\"%.*s\" is a keyname of %s, and stands here as the name of %s %s; it is indented "
		"too %s",
		STRING_ARGUMENTS(name), construct_row(is_own ? construct : around)->title,
		construct_article(construct), construct_row(construct)->title,
		is_own ? "little" : "far");
	return true;
}

/* TOSCA 1.x: a file may be called by a number, where a keyname says that it is one. Whether it was
 * told. */
static bool report_number(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	const struct shape *short_form = construct_row(shape->construct)->short_form;
	enum scalar_type type = node_scalar_type(subject->value);
	bool is_text = short_form->kind == SHAPE_STRING ||
		       (short_form->kind == SHAPE_NAME && short_form->name == NAME_OF_FILE);
	if (walker->strict || !is_text || shape->construct == CONSTRUCT_IMPORT ||
		shape->construct == CONSTRUCT_CONSTRAINT_CLAUSE ||
		(type != SCALAR_INTEGER && type != SCALAR_FLOAT))
		return false;
	char expected[600];
	grammar_describe_shape(shape, expected, sizeof(expected));
	struct diagnostic *diagnostic = grammar_report_shape(walker, subject, expected);
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
	return true;
}

void grammar_check_construct_value(struct grammar_walker *walker,
	const struct grammar_subject *subject, const struct shape *shape)
{
	enum construct construct = shape->construct;
	const struct construct_row *row = construct_row(construct);
	/* TOSCA 2.0: a refinement may just fix the value. */
	if (construct == CONSTRUCT_PROPERTY_DEFINITION && walker->strict &&
		node_kind(subject->value) != NODE_MAPPING && may_refine(subject->frame))
		return;
	if (node_kind(subject->value) == NODE_MAPPING) {
		if (construct == CONSTRUCT_IMPORT && is_named_import(walker, subject->value))
			grammar_check_map(walker, subject, shape);
		else if (!report_misplaced_name(walker, subject, construct))
			grammar_check_keynames(walker, subject, construct);
	} else if (row->short_form) {
		const struct shape *short_form =
			grammar_alternative(row->short_form, node_kind(subject->value));
		if (short_form && short_form->kind == SHAPE_LIST)
			grammar_check_list(walker, subject, short_form);
		else if (!short_form || node_kind(subject->value) != NODE_SCALAR)
			grammar_report_expected(walker, subject, shape);
		else if (!report_number(walker, subject, shape))
			grammar_check_scalar(walker, subject, short_form);
	} else {
		grammar_report_expected(walker, subject, shape);
	}
}

/* Without value, all keynames of the construct count as not given. */
