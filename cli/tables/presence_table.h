/* Presence for people: elements down, variants across, contained elements below and behind
 * what contains them. Variants under which the same is present share a column. */
#ifndef CLI_PRESENCE_TABLE_H
#define CLI_PRESENCE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

struct loaded_template;

struct presence_table_request {
	bool all;         /* also what follows its container; every variant has a column */
	bool differing;   /* only what is not the same under all variants */
	int kind;         /* of enum element_kind; -1: all kinds */
	unsigned columns; /* of the page: what is wider shows what differs */
};

void presence_table_print(FILE *stream, const struct loaded_template *loaded,
	const struct presence_table_request *request);

#endif
