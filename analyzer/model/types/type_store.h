/* Types of files, kept to be shared: by all documents that import a file, on all threads.
 *
 * Holds the normative types, and for every file the types last made of it. Whoever takes
 * them out checks that they are still those of the file as it is. */
#ifndef ANALYZER_MODEL_TYPES_TYPE_STORE_H
#define ANALYZER_MODEL_TYPES_TYPE_STORE_H

struct type_store;

struct type_store *type_store_create(void);
void type_store_destroy(struct type_store *store); /* NULL is harmless */

#endif
