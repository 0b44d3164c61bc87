#include "cli/print/console.h"

#include "analyzer/text/utf8.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	SHORT_LINE = 256
};

/* ---- characters ---- */

/* What is no UTF-8 counts byte by byte. */
uint32_t console_next(struct string text, size_t *position)
{
	static const unsigned char leads[] = {0xc0, 0xe0, 0xf0};
	const unsigned char *bytes = (const unsigned char *)text.bytes + *position;

	if (bytes[0] < 0x80) {
		*position += 1;
		return bytes[0];
	}
	size_t length = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
	struct utf8_problem problem;

	if (length > text.length - *position ||
		!utf8_check((struct string){(const char *)bytes, length}, &problem)) {
		*position += 1;
		return 0xfffd;
	}
	uint32_t character = bytes[0] & ~(uint32_t)leads[length - 2];
	for (size_t i = 1; i < length; i++)
		character = character << 6 | (bytes[i] & 0x3f);
	*position += length;
	return character;
}

/* The character itself, or what shows instead of one that commands the terminal: a picture of
 * control characters, U+FFFD for the others and for what changes the direction of writing. */
static uint32_t visible(uint32_t character)
{
	if (character < 0x20)
		return 0x2400 + character;
	if (character == 0x7f)
		return 0x2421;
	if ((character >= 0x80 && character < 0xa0) || character == 0x61c ||
		(character >= 0x200e && character <= 0x200f) ||
		(character >= 0x2028 && character <= 0x202e) ||
		(character >= 0x2066 && character <= 0x2069))
		return 0xfffd;
	return character;
}

bool console_shows(uint32_t character)
{
	return visible(character) == character;
}

static unsigned columns_of(uint32_t character)
{
	static const struct {
		uint32_t first, last;
		unsigned columns;
	} widths[] = {
#define WIDTH(first, last, columns) {first, last, columns},
#include "cli/print/character_widths.def"
#undef WIDTH
	};
	size_t low = 0, high = sizeof(widths) / sizeof(*widths);

	if (character < 0x80)
		return 1; /* as shown, each has a picture */
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (widths[middle].last < character)
			low = middle + 1;
		else
			high = middle;
	}
	return low < sizeof(widths) / sizeof(*widths) && widths[low].first <= character
		       ? widths[low].columns
		       : 1;
}

unsigned console_width(struct string text)
{
	unsigned columns = 0;

	for (size_t i = 0; i < text.length;)
		columns += columns_of(visible(console_next(text, &i)));
	return columns;
}

/* ---- printing ---- */

/* `kept` are control characters that stay. */
static void print(FILE *stream, struct string text, const char *kept)
{
	size_t done = 0;

	for (size_t i = 0; i < text.length;) {
		size_t start = i;
		uint32_t character = console_next(text, &i);
		uint32_t shown = visible(character);

		if (character != 0xfffd && (shown == character || strchr(kept, (int)character)))
			continue;
		fwrite(text.bytes + done, 1, start - done, stream);
		fprintf(stream, "%c%c%c", (int)(0xe0 | shown >> 12),
			(int)(0x80 | (shown >> 6 & 0x3f)), (int)(0x80 | (shown & 0x3f)));
		done = i;
	}
	if (done < text.length)
		fwrite(text.bytes + done, 1, text.length - done, stream);
}

static void print_formatted(FILE *stream, const char *format, va_list values)
{
	char line[SHORT_LINE], *bytes = line;
	va_list again;

	va_copy(again, values);
	int length = vsnprintf(line, sizeof(line), format, again);
	va_end(again);
	if (length < 0)
		return;
	if ((size_t)length >= sizeof(line)) {
		bytes = memory_allocate((size_t)length + 1, 1);
		vsnprintf(bytes, (size_t)length + 1, format, values);
	}
	print(stream, (struct string){bytes, (size_t)length}, "");
	if (bytes != line)
		memory_release(bytes);
}

void console_print(FILE *stream, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	print_formatted(stream, format, values);
	va_end(values);
}

void console_line(FILE *stream, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	print_formatted(stream, format, values);
	va_end(values);
	fputc('\n', stream);
}

void console_text(FILE *stream, struct string text)
{
	print(stream, text, "\n\t");
}

void console_data(struct string text)
{
	if (isatty(STDOUT_FILENO))
		console_text(stdout, text);
	else
		fwrite(text.bytes, 1, text.length, stdout);
}

/* ---- the terminal ---- */

unsigned console_columns(FILE *stream)
{
	const char *promised = getenv("COLUMNS");
	struct winsize size;

	if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	long columns = promised ? strtol(promised, NULL, 10) : 0;
	return columns > 0 && columns < 100000 ? (unsigned)columns : 80;
}

bool console_has_colours(FILE *stream)
{
	const char *none = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");

	return isatty(fileno(stream)) && !(none && *none) && terminal &&
	       strcmp(terminal, "dumb") != 0;
}

bool console_finish(void)
{
	bool arrived = fflush(stdout) == 0 && !ferror(stdout);

	return fclose(stdout) == 0 && arrived;
}
