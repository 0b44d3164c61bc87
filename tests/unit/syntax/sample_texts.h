/* Texts that use YAML in as many ways as service templates do, valid all of them, and a
 * source of random numbers to change them with. */
#ifndef TESTS_UNIT_SYNTAX_SAMPLE_TEXTS_H
#define TESTS_UNIT_SYNTAX_SAMPLE_TEXTS_H

#include "analyzer/text/string.h"

extern const char *const sample_texts[];
extern const size_t sample_text_count;

/* A service template of `nodes` node templates, to be freed with memory_release. */
char *sample_service_template(unsigned nodes);

struct random {
	uint64_t state;
};

/* The seed of the environment variable VTOSCA_SEED, else 1; printed. */
struct random random_seeded(void);
uint32_t random_below(struct random *random, uint32_t bound);

#endif
