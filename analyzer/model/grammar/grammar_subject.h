/* One value against the shape that is expected of it: what the files of the walk share. */
#ifndef ANALYZER_MODEL_GRAMMAR_GRAMMAR_SUBJECT_H
#define ANALYZER_MODEL_GRAMMAR_GRAMMAR_SUBJECT_H

#include "analyzer/model/grammar/grammar_walker.h"

struct grammar_frame {
	enum construct construct;
	struct node mapping;
	const struct grammar_frame *around;
};

/* One value to check: its key, if it has one, and whose keyname it is, for messages. */
struct grammar_subject {
	struct node key; /* absent for list items */
	struct node value;
	const struct keyname_row *keyname; /* NULL: an entry of a map or list */
	const struct grammar_frame *frame;
	bool lenient; /* unknown keynames count only if they look like a typing mistake */
};

/* Any value against any shape. */
void grammar_check_subject(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape);

/* "…" must be what is expected, not what it is. NULL if nothing is reported. */
struct diagnostic *grammar_report_shape(
	struct grammar_walker *walker, const struct grammar_subject *subject, const char *expected);
void grammar_report_expected(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape);

/* ---- scalars and ranges ---- */

void grammar_check_range(struct grammar_walker *walker, const struct grammar_subject *subject);
void grammar_check_word(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape);
void grammar_check_scalar(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape);

/* ---- maps and lists ---- */

/* The entries, or items, to look at: all, or those that may reach into the section to be
 * checked. Sections are numbered in the order of the text, and so are the entries, except
 * for merged ones behind the others. */
struct grammar_span {
	uint32_t first;
	uint32_t end;
};
struct grammar_span grammar_span_to_check(const struct grammar_walker *walker, struct node parent);

/* YAML has keys of all kinds, TOSCA has names: false if the key can be none. Then nothing more is
 * said about its entry. `subject` is the map, or the list of maps. */
bool grammar_check_key(
	struct grammar_walker *walker, const struct grammar_subject *subject, struct node key);

/* `shape` is that of the entries. */
void grammar_check_map(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape);
/* `list` and `shape` are those of the whole. */
void grammar_check_list(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *list);
void grammar_check_named_list(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *list);
void grammar_check_collection(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape);

/* ---- names ---- */

/* Tells whoever visits the names about one that stands in the section to be checked. */
void grammar_visit_name(struct grammar_walker *walker, struct node name, enum name_kind kind);

/* ---- keynames ---- */

bool grammar_is_definition(
	const struct grammar_walker *walker, enum construct construct, struct node mapping);
bool grammar_has_any_keyname(
	const struct grammar_walker *walker, enum construct construct, struct node mapping);
void grammar_check_keynames(struct grammar_walker *walker, const struct grammar_subject *subject,
	enum construct construct);
void grammar_check_mandatory(struct grammar_walker *walker, const struct grammar_subject *subject,
	enum construct construct);

/* A construct in its long or short form. */
void grammar_check_construct_value(struct grammar_walker *walker,
	const struct grammar_subject *subject, const struct shape *shape);

#endif
