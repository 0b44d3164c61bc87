#include "cli/report/report.h"

/* ---- making one ---- */

struct making {
	struct arena *arena;
	struct string path;
	const struct syntax_tree *tree;
	const struct files *files;
};

enum {
	NEAR_BEFORE = 160, /* bytes of a line that are shown in front of a place, */
	NEAR_AFTER = 240   /* and from there on */
};

static bool continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Whole characters of the line in which `offset` is. */
static struct report_excerpt excerpt_at(
	struct arena *arena, const struct syntax_tree *tree, uint32_t offset)
{
	struct position start = syntax_tree_position(tree, offset, POSITION_UTF32);
	struct range line = syntax_tree_line(tree, start.line);
	struct range near = line;

	if (line.end - line.start > NEAR_BEFORE + NEAR_AFTER && offset - line.start > NEAR_BEFORE)
		near.start = offset - NEAR_BEFORE;
	if (line.end > offset && line.end - offset > NEAR_AFTER)
		near.end = offset + NEAR_AFTER;

	struct string text = syntax_tree_text(tree, near, arena);
	bool is_cut = near.end < line.end;

	while (text.length > 0 && near.start > line.start && continues(text.bytes[0])) {
		text = string_slice(text, 1, text.length);
		near.start++;
	}
	while (text.length > 0 && is_cut && continues(text.bytes[text.length - 1]))
		text.length--;
	if (text.length > 0 && is_cut && (unsigned char)text.bytes[text.length - 1] >= 0x80)
		text.length--;
	return (struct report_excerpt){
		text, syntax_tree_position(tree, near.start, POSITION_UTF32).character, is_cut};
}

static struct report_place place_in(
	struct string path, const struct syntax_tree *tree, struct range range)
{
	return (struct report_place){.path = path,
		.start = syntax_tree_position(tree, range.start, POSITION_UTF32),
		.end = syntax_tree_position(tree, range.end, POSITION_UTF32),
		.start_utf16 = syntax_tree_position(tree, range.start, POSITION_UTF16),
		.end_utf16 = syntax_tree_position(tree, range.end, POSITION_UTF16)};
}

/* `excerpt` may be NULL. */
static struct report_place place_of(const struct making *making, const struct ide_related *related,
	struct report_excerpt *excerpt)
{
	bool is_here = related->file.length == 0;
	struct string path = is_here ? making->path : arena_copy(making->arena, related->file);
	struct report_place place = {.path = path}; /* gone in the meantime */
	struct syntax_tree *other = is_here ? NULL : files_read(making->files, related->file);
	const struct syntax_tree *tree = is_here ? making->tree : other;

	if (tree)
		place = place_in(path, tree, related->range);
	if (tree && excerpt)
		*excerpt = excerpt_at(making->arena, tree, related->range.start);
	syntax_tree_release(other);
	return place;
}

/* What is beside a diagnostic; of one that is elsewhere, first what leads there. */
static struct ide_related related_at(const struct ide_diagnostic *diagnostic, size_t position)
{
	if (position == 0 && diagnostic->is_elsewhere)
		return (struct ide_related){
			.range = diagnostic->range, .message = STRING("read because of this")};
	return diagnostic->related[position];
}

static struct finding finding_of(
	const struct making *making, const struct ide_diagnostic *diagnostic)
{
	struct arena *arena = making->arena;
	struct ide_related here = {.range = diagnostic->range};
	struct report_related *related =
		arena_allocate(arena, diagnostic->related_count, sizeof(*related));
	struct string *variants =
		arena_allocate(arena, diagnostic->variant_count, sizeof(*variants));

	for (size_t i = 0; i < diagnostic->related_count; i++) {
		struct ide_related from = related_at(diagnostic, i);

		related[i] = (struct report_related){
			place_of(making, &from, NULL), arena_copy(arena, from.message)};
	}
	for (size_t i = 0; i < diagnostic->variant_count; i++)
		variants[i] = arena_copy(arena, diagnostic->variants[i]);
	struct report_excerpt excerpt = {0};
	struct report_place place = place_of(
		making, diagnostic->is_elsewhere ? &diagnostic->related[0] : &here, &excerpt);

	return (struct finding){.place = place,
		.excerpt = excerpt,
		.severity = diagnostic->severity,
		.code = arena_copy(arena, diagnostic->code),
		.message = arena_copy(arena, diagnostic->message),
		.variants = variants,
		.variant_count = diagnostic->variant_count,
		.related = related,
		.related_count = diagnostic->related_count};
}

struct report_file report_file_of(struct arena *arena, struct string path,
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics,
	const struct files *files)
{
	struct making making = {arena, arena_copy(arena, path), tree, files};
	struct finding *findings = arena_allocate(arena, diagnostics.count, sizeof(*findings));

	for (size_t i = 0; i < diagnostics.count; i++)
		findings[i] = finding_of(&making, &diagnostics.items[i]);
	return (struct report_file){making.path, findings, diagnostics.count};
}

/* ---- reading one ---- */

const char *report_severity_name(enum ide_severity severity)
{
	switch (severity) {
	case IDE_ERROR:
		return "error";
	case IDE_WARNING:
		return "warning";
	case IDE_INFORMATION:
		return "information";
	case IDE_HINT:
		break;
	}
	return "hint";
}

size_t report_count(const struct report *report, enum ide_severity severity)
{
	size_t found = 0;

	for (size_t i = 0; i < report->file_count; i++)
		for (size_t j = 0; j < report->files[i].count; j++)
			found += report->files[i].findings[j].severity == severity;
	return found;
}
