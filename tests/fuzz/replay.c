/* Without libFuzzer, a fuzz target is a program that replays the files it is given. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const char *path)
{
	FILE *file = fopen(path, "rb");
	static uint8_t bytes[1 << 20];

	if (!file) {
		fprintf(stderr, "%s cannot be read\n", path);
		exit(2);
	}

	size_t size = fread(bytes, 1, sizeof(bytes), file);

	fclose(file);
	LLVMFuzzerTestOneInput(bytes, size);
}

int main(int count, char **arguments)
{
	for (int i = 1; i < count; i++)
		replay(arguments[i]);
	return 0;
}
