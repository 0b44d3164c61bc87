/* What `vtosca check` found, as plain data that outlives trees and analyses, and the ways to write
 * it down. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/model/types/files.h"
#include "analyzer/syntax/tree/syntax_tree.h"

/* Counted from 0, in characters and as editors count. */
struct report_place {
	struct string path;
	struct position start, end;
	struct position start_utf16, end_utf16;
};

/* The line where a place starts, of a long one what is near. */
struct report_excerpt {
	struct string text;
	uint32_t left_out; /* characters of the line in front of it */
	bool is_cut;       /* so is something behind it */
};

struct report_related {
	struct report_place place;
	struct string message;
};

struct finding {
	struct report_place place;
	struct report_excerpt excerpt;
	enum ide_severity severity;
	struct string code;
	struct string message;
	const struct string *variants; /* it holds under these alone; none: under all */
	size_t variant_count;
	const struct report_related *related;
	size_t related_count;
	bool fails; /* the check, by its severity */
};

struct report_file {
	struct string path;
	const struct finding *findings;
	size_t count;
};

/* What was to be checked and could not be. */
struct report_problem {
	struct string path;
	struct string message;
};

struct report {
	const struct report_file *files;
	size_t file_count;
	const struct report_problem *problems;
	size_t problem_count;
	bool has_colours; /* and excerpts of the source */
};

/* The diagnostics of a file as findings, in `arena`; `files` leads to others they relate to. */
struct report_file report_file_of(struct arena *arena, struct string path,
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics,
	const struct files *files);

size_t report_count(const struct report *report, enum ide_severity severity);

/* "error", "warning", "information", "hint" */
const char *report_severity_name(enum ide_severity severity);

/* In the order of the choices of --format. Each writes all files to standard output, and those for
 * programs also what could not be checked, lest that looks like success; people read it on standard
 * error. Lines and columns count from 1, columns in characters; only in JSON they are as editors
 * count, from 0 and in UTF-16. */
void report_print_text(const struct report *report);
void report_print_json(const struct report *report);
void report_print_sarif(const struct report *report);
void report_print_junit(const struct report *report);
void report_print_github(const struct report *report);
void report_print_gitlab(const struct report *report);

#endif
