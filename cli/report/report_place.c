#include "cli/report/report_place.h"

#include "cli/files/disk_files.h"

struct report_place report_place_of_related(
	const struct report_file *file, const struct ide_related *related)
{
	struct report_place place = {
		.path = file->path, .tree = file->tree, .range = related->range};

	if (related->file.length == 0)
		return place;
	place.path = related->file;
	place.tree = place.read = files_read(&disk_files, related->file);
	if (!place.read) { /* gone in the meantime */
		place.tree = place.read = syntax_tree_create(STRING(""));
		place.range = (struct range){0, 0};
	}
	return place;
}

struct report_place report_place_of(
	const struct report_file *file, const struct ide_diagnostic *diagnostic)
{
	struct ide_related here = {.range = diagnostic->range};

	return report_place_of_related(
		file, diagnostic->is_elsewhere ? &diagnostic->related[0] : &here);
}

void report_place_release(struct report_place *place)
{
	syntax_tree_release(place->read);
}

struct ide_related report_related(const struct ide_diagnostic *diagnostic, size_t position)
{
	if (position == 0 && diagnostic->is_elsewhere)
		return (struct ide_related){
			.range = diagnostic->range, .message = STRING("read because of this")};
	return diagnostic->related[position];
}
