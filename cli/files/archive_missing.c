/* Where the zip library was missing when the program was built. */
#include "cli/files/archive.h"

#include <stdio.h>
#include <string.h>

bool archive_is_one(const char *path)
{
	char start[2];
	FILE *file = fopen(path, "rb");
	bool is_one = file && fread(start, 1, 2, file) == 2 && memcmp(start, "PK", 2) == 0;

	if (file)
		fclose(file);
	return is_one;
}

struct archive *archive_open(const char *path, struct arena *arena, struct string *problem)
{
	(void)path;
	(void)arena;
	*problem = STRING("cannot be read: this vtosca was built without a zip library; unpack it "
			  "and check the folder");
	return NULL;
}

void archive_close(struct archive *archive)
{
	(void)archive;
}

const struct files *archive_files(const struct archive *archive)
{
	(void)archive;
	return NULL;
}

struct string archive_problem(const struct archive *archive)
{
	(void)archive;
	return (struct string){0};
}
