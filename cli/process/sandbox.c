#ifdef __linux__
#define _GNU_SOURCE /* for syscall */
#endif
#include "cli/process/sandbox.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* A sanitizer starts a program to name the functions in its report. */
#ifdef __SANITIZE_ADDRESS__
#define EXECUTION 0
#else
#define EXECUTION LANDLOCK_ACCESS_FS_EXECUTE
#endif

/* The headers may be older than the kernel; values are those of linux/landlock.h. */
enum {
	ACCESS_REFER = 1 << 13,    /* moves between folders, since version 2 */
	ACCESS_TRUNCATE = 1 << 14, /* since version 3 */
};

/* All rights over files but those to read files and folders. */
static uint64_t rights_to_write(long version)
{
	uint64_t rights = EXECUTION | LANDLOCK_ACCESS_FS_WRITE_FILE |
			  LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
			  LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
			  LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
			  LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
			  LANDLOCK_ACCESS_FS_MAKE_SYM;
	if (version >= 2)
		rights |= ACCESS_REFER;
	if (version >= 3)
		rights |= ACCESS_TRUNCATE;
	return rights;
}

static bool forbid_writing(void)
{
	long version = syscall(
		SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
	if (version < 1 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return false;
	/* What a rule set handles is forbidden unless a rule allows it; there are none. */
	struct landlock_ruleset_attr attributes = {.handled_access_fs = rights_to_write(version)};
	long rules = syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0U);
	if (rules < 0)
		return false;
	bool is_done = syscall(SYS_landlock_restrict_self, (int)rules, 0U) == 0;
	close((int)rules);
	return is_done;
}

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define REFUSE_IF(test, value, reason)                                                             \
	BPF_JUMP(BPF_JMP | (test) | BPF_K, value, 0, 1),                                           \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (reason))

static bool forbid_sockets(void)
{
	static struct sock_filter filter[] = {
		FIELD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		FIELD(nr),
#ifdef __x86_64__
		REFUSE_IF(BPF_JGE, 0x40000000, ENOSYS), /* x32: the same calls by other numbers */
#endif
		REFUSE_IF(BPF_JEQ, SYS_socket, EACCES),
		REFUSE_IF(BPF_JEQ, SYS_connect, EACCES),
		REFUSE_IF(BPF_JEQ, SYS_io_uring_setup, ENOSYS), /* would do the same out of sight */
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(filter) / sizeof(*filter), filter};
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool sandbox_enter(bool may_write)
{
	bool is_done = forbid_sockets();
	return (may_write || forbid_writing()) && is_done;
}

#else

bool sandbox_enter(bool may_write)
{
	(void)may_write;
	return false;
}

#endif
