/* How long libyaml alone needs for the events of a text: the floor for reading a template.
 *
 * usage: bench_libyaml FILE — prints milliseconds, the best of five
 *        bench_libyaml --list NAMES — reads the files that NAMES has, one on each line, once */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yaml.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static bool read_events(const unsigned char *text, size_t length)
{
	yaml_parser_t parser;
	yaml_event_t event;
	bool valid = true, ended = false;

	if (!yaml_parser_initialize(&parser))
		return false;
	yaml_parser_set_input_string(&parser, text, length);
	while (valid && !ended) {
		valid = yaml_parser_parse(&parser, &event);
		if (valid) {
			ended = event.type == YAML_STREAM_END_EVENT;
			yaml_event_delete(&event);
		}
	}
	yaml_parser_delete(&parser);
	return valid;
}

static unsigned char *read_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	unsigned char *text = NULL;
	long size;

	if (!file)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0) {
		rewind(file);
		text = malloc((size_t)size + 1);
		*length = text ? fread(text, 1, (size_t)size, file) : 0;
	}
	fclose(file);
	return text;
}

/* Whatever is in them. */
static int read_listed(const char *names)
{
	FILE *list = fopen(names, "r");
	char path[4096];

	if (!list)
		return 2;
	while (fgets(path, sizeof(path), list)) {
		size_t length = 0;

		path[strcspn(path, "\n")] = '\0';
		unsigned char *text = read_file(path, &length);
		if (text)
			read_events(text, length);
		free(text);
	}
	fclose(list);
	return 0;
}

static int measure(const char *path)
{
	size_t length = 0;
	unsigned char *text = read_file(path, &length);
	double best = 0;

	if (!text)
		return 2;
	for (int i = 0; i < 5; i++) {
		double start = now(), time;

		if (!read_events(text, length)) {
			free(text);
			return 1;
		}
		time = now() - start;
		if (i == 0 || time < best)
			best = time;
	}
	printf("%.2f\n", best);
	free(text);
	return 0;
}

int main(int count, char **words)
{
	if (count == 3 && strcmp(words[1], "--list") == 0)
		return read_listed(words[2]);
	if (count == 2)
		return measure(words[1]);
	fputs("usage: bench_libyaml FILE | --list NAMES\n", stderr);
	return 2;
}
