/* What a process in the sandbox can still do, and what not. Rights do not come back, so each
 * question is asked in a process of its own, of the calling thread and of one started later. */
#define _GNU_SOURCE
#include "cli/process/sandbox.h"

#include "tests/unit/unit_test.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum answer {
	DONE,
	REFUSED,
	FAILED,    /* for another reason */
	NO_SANDBOX /* the kernel has none */
};

static char folder[] = "/tmp/vtosca_sandbox_XXXXXX";

static enum answer answer_of(int result)
{
	if (result >= 0)
		return DONE;
	return errno == EACCES || errno == EPERM ? REFUSED : FAILED;
}

static int read_file(void)
{
	char byte;
	int file = open("old", O_RDONLY);
	return file < 0 ? file : (int)read(file, &byte, 1);
}

static int list_folder(void)
{
	return open(".", O_RDONLY | O_DIRECTORY);
}

static int create(void)
{
	return open("new", O_WRONLY | O_CREAT, 0600);
}

static int overwrite(void)
{
	return open("old", O_WRONLY);
}

static int cut_off(void)
{
	return truncate("old", 0);
}

static int remove_file(void)
{
	return unlink("old");
}

static int rename_file(void)
{
	return rename("old", "new");
}

static int make_folder(void)
{
	return mkdir("new", 0700);
}

static int make_link(void)
{
	return symlink("old", "new");
}

static int make_socket(void)
{
	return socket(AF_UNIX, SOCK_STREAM, 0);
}

static int make_connection(void)
{
	int pair[2];
	struct sockaddr_in address = {.sin_family = AF_INET};
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		return 0;
	return connect(pair[0], (struct sockaddr *)&address, sizeof(address));
}

struct question {
	const char *name;
	int (*ask)(void);
	bool writes; /* a process that may write may do it */
	bool reads;  /* every process may */
};

static const struct question questions[] = {
	{"read a file", read_file, false, true},
	{"list a folder", list_folder, false, true},
	{"create a file", create, true, false},
	{"open a file for writing", overwrite, true, false},
	{"cut a file off", cut_off, true, false},
	{"remove a file", remove_file, true, false},
	{"rename a file", rename_file, true, false},
	{"make a folder", make_folder, true, false},
	{"make a symbolic link", make_link, true, false},
	{"make a socket", make_socket, false, false},
	{"connect a socket", make_connection, false, false},
};

static void *ask_in_thread(void *question)
{
	return (void *)(intptr_t)answer_of(((const struct question *)question)->ask());
}

static int answer_in_child(
	const struct question *question, bool is_sandboxed, bool may_write, bool in_thread)
{
	pthread_t thread;
	void *answer;
	if (is_sandboxed && !sandbox_enter(may_write))
		return NO_SANDBOX;
	if (!in_thread)
		return (int)answer_of(question->ask());
	if (pthread_create(&thread, NULL, ask_in_thread, (void *)question) != 0 ||
		pthread_join(thread, &answer) != 0)
		return FAILED;
	return (int)(intptr_t)answer;
}

static enum answer ask(
	const struct question *question, bool is_sandboxed, bool may_write, bool in_thread)
{
	unlink("new");
	rmdir("new");
	int file = open("old", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_int_equal(write(file, "text", 4), 4);
	close(file);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(answer_in_child(question, is_sandboxed, may_write, in_thread));
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return (enum answer)WEXITSTATUS(status);
}

static void test_rights(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
		for (unsigned way = 0; way < 4; way++) {
			const struct question *question = &questions[i];
			bool may_write = way & 1;
			bool is_allowed = question->reads || (question->writes && may_write);
			enum answer answer = ask(question, true, may_write, way & 2);
			if (answer == NO_SANDBOX)
				skip();
			if (answer != (is_allowed ? DONE : REFUSED))
				fail_msg("to %s: %d", question->name, (int)answer);
		}
}

/* Without the sandbox all of it works, so it is the sandbox that refuses. */
static void test_without(void **state)
{
	(void)state;
	for (size_t i = 0; i + 1 < sizeof(questions) / sizeof(*questions); i++)
		assert_int_equal(ask(&questions[i], false, false, false), DONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rights),
		cmocka_unit_test(test_without),
	};
	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink("new");
	rmdir("new");
	unlink("old");
	return chdir("/") != 0 || rmdir(folder) != 0 ? 1 : failed;
}
