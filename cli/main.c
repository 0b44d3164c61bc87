#include <stdio.h>
#include <string.h>

int main(int argument_count, char **arguments)
{
	if (argument_count == 2 && strcmp(arguments[1], "--version") == 0) {
		puts("vtosca " VTOSCA_VERSION);
		return 0;
	}
	fputs("usage: vtosca COMMAND [ARGUMENTS]\n", stderr);
	return 2;
}
