#include "analyzer/model/types/file_record.h"

#include <string.h>

static struct recorded_file *add_file(struct file_record *record, struct string path)
{
	struct recorded_file *file = arena_allocate(record->arena, 1, sizeof(*file));
	file->path = arena_copy(record->arena, path);
	file->next = record->read;
	record->read = file;
	return file;
}

static struct syntax_tree *read_recorded(void *context, struct string path)
{
	struct file_record *record = context;
	struct syntax_tree *tree = files_read(record->source, path);
	add_file(record, path)->tree = tree ? syntax_tree_retain(tree) : NULL;
	return tree;
}

static uint64_t content_of(const struct file_entry *entries, size_t count)
{
	uint64_t hash = count;
	for (size_t i = 0; i < count; i++)
		hash = hash * UINT64_C(0x9E3779B97F4A7C15) + string_hash(entries[i].name) +
		       (entries[i].is_folder ? 2u : 0u) + entries[i].is_link;
	return hash;
}

static const struct file_entry *list_recorded(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	struct file_record *record = context;
	struct recorded_folder *folder = arena_allocate(record->arena, 1, sizeof(*folder));
	const struct file_entry *entries = files_list(record->source, path, arena, count);
	*folder = (struct recorded_folder){
		.path = arena_copy(record->arena, path),
		.content = content_of(entries, *count),
		.next = record->listed,
	};
	record->listed = folder;
	return entries;
}

static const char *fault_of_recorded(void *context, struct string path)
{
	struct file_record *record = context;
	const char *fault = files_fault(record->source, path);
	add_file(record, path)->fault = fault;
	return fault;
}

void file_record_init(struct file_record *record, const struct files *source, struct arena *arena)
{
	*record = (struct file_record){
		.files = {.context = record,
			.read = read_recorded,
			.list = list_recorded,
			.fault = fault_of_recorded,
			.types = source ? source->types : NULL},
		.source = source,
		.arena = arena,
	};
}

void file_record_finish(struct file_record *record)
{
	for (struct recorded_file *file = record->read; file; file = file->next)
		syntax_tree_release(file->tree);
	record->read = NULL;
}

void file_record_visit(const struct file_record *record, file_visitor *visit, void *context)
{
	for (const struct recorded_file *file = record->read; file; file = file->next)
		visit(context, file->path);
	for (const struct recorded_folder *folder = record->listed; folder; folder = folder->next)
		visit(context, folder->path);
}

static bool file_holds(const struct recorded_file *file, const struct files *files)
{
	if (file->fault)
		return strcmp(files_fault(files, file->path), file->fault) == 0;
	struct syntax_tree *tree = files_read(files, file->path);
	syntax_tree_release(tree);
	return tree == file->tree;
}

bool file_record_holds(const struct file_record *record, const struct files *files)
{
	bool holds = true;
	for (const struct recorded_file *file = record->read; file && holds; file = file->next)
		holds = file_holds(file, files);
	struct arena *arena = arena_create();
	for (const struct recorded_folder *f = record->listed; f && holds; f = f->next) {
		size_t count;
		const struct file_entry *entries = files_list(files, f->path, arena, &count);
		holds = content_of(entries, count) == f->content;
	}
	arena_destroy(arena);
	return holds;
}
