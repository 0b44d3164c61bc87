/* How the host runs the program: `vtosca_run` returns at the first wait, `host_ended` tells the
 * end. */
#include "lsp/system/host.h"

#include <emscripten.h>
#include <stdio.h>

int main(int count, char **words);
void vtosca_run(int count, char **words);

EMSCRIPTEN_KEEPALIVE void vtosca_run(int count, char **words)
{
	int code = main(count, words);

	fflush(NULL);
	host_ended(code);
}
