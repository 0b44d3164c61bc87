/* Of several messages that one mistake causes, one is told: what `told_once.h` does, step by step.
 * Each step finds what goes back to what, in the order in which `told_once.c` calls them. */
#ifndef ANALYZER_IDE_PUBLICATION_TELLER_H
#define ANALYZER_IDE_PUBLICATION_TELLER_H

#include "analyzer/ide/publication/told_once.h"
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "analyzer/syntax/tree/syntax_tree.h"

enum {
	TELLER_MANY = 3,          /* messages about one map are about the map */
	TELLER_MOST_GRAMMAR = 256 /* messages that are compared with all others: of a file that is
				     no template, all are wrong */
};

/* Of the first column of `told_once.def`. */
enum message_kind {
	KIND_OTHER,
	KIND_NAME,
	KIND_GRAMMAR,
	KIND_RESULT
};

struct message {
	enum diagnostic_code code;
	enum message_kind kind;
	const char *section;
	size_t cause;                 /* its own number: it is told */
	struct node map, section_map; /* around the key it is about, and around that map */
	bool is_about_map;            /* which is meant otherwise */
};

/* Borrows all that it has. */
struct teller {
	const struct syntax_tree *tree;
	struct arena *arena;
	struct ide_diagnostic *items;
	struct message *messages; /* one for each item */
	size_t count;
};

/* Whether message `i` stands for itself. */
bool teller_tells(const struct teller *teller, size_t i);

/* The message that is told instead of `i`; `i` itself if it is told. */
size_t teller_cause(const struct teller *teller, size_t i);

/* From now on, message `i` is told with `cause`. */
void teller_relate(struct teller *teller, size_t i, size_t cause);

bool teller_is_grammar(const struct teller *teller, size_t i);

/* Whether message `i` may mean that the map around it is meant otherwise. */
bool teller_is_about_map(const struct teller *teller, size_t i);

/* Counted from 0. */
uint32_t teller_line(const struct teller *teller, size_t i);

/* The next name in quotes at `from` or behind it; false: there is none. */
bool teller_next_name(struct string message, size_t from, struct range *name);

/* How many entries of the map or list begin at `offset` or before it. */
uint32_t teller_entry_at(struct node map, uint32_t offset);

/* ---- messages that say the same ---- */

void tell_same_places(struct teller *teller);
void tell_same_names(struct teller *teller);
void tell_same_results(struct teller *teller);

/* ---- maps that are no such construct ---- */

void tell_maps(struct teller *teller);

/* ---- names that stand where they are not understood ---- */

void tell_beside(struct teller *teller);
void tell_names(struct teller *teller);

/* ---- findings about all inputs that go back to what is written wrong ---- */

void tell_of_inputs(struct teller *teller);

#endif
