#include "analyzer/model/text/file_name.h"

#include <string.h>

static bool is_among(struct string word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (string_is(word, words[i]))
			return true;
	return false;
}

/* Where the ending begins, behind the last dot; 0 if it is no name of a file beside the one that
 * names it, or has no ending. */
static size_t ending_of(struct string text)
{
	size_t dot = text.length;
	for (size_t i = 0; i < text.length; i++) {
		char c = text.bytes[i];
		if ((unsigned char)c <= ' ' || strchr(":{}$*?<>|\\@#\"'", c))
			return 0;
		dot = c == '.' ? i : c == '/' ? text.length : dot;
	}
	/* A path from the root is one of the machine that something is deployed to. */
	if (!text.length || text.bytes[0] == '/' || text.bytes[0] == '~' || dot == 0)
		return 0;
	return dot < text.length ? dot + 1 : 0;
}

bool may_be_file_name(struct string text)
{
	return ending_of(text) > 0;
}

bool is_file_name(struct string text)
{
	/* What files are called that are written for deployments; a class has a dot in its name as
	 * well, and so has a version. */
	static const char *const endings[] = {"bash", "bat", "bin", "cer", "cfg", "conf", "crt",
		"csar", "css", "csv", "deb", "dll", "ear", "erb", "exe", "go", "groovy", "gz",
		"hcl", "html", "img", "ini", "iso", "j2", "jar", "jpg", "js", "json", "key", "ks",
		"lua", "md", "msi", "ova", "pem", "php", "pkg", "pl", "png", "pp", "properties",
		"ps1", "pub", "py", "qcow2", "rb", "robot", "rpm", "service", "sh", "so", "sql",
		"squashfs", "tar", "tf", "tgz", "tmpl", "toml", "tpl", "ts", "txt", "vmdk", "war",
		"whl", "xml", "xz", "yaml", "yml", "zip"};
	size_t ending = ending_of(text);
	return ending > 0 && is_among(string_slice(text, ending, text.length), endings,
				     sizeof(endings) / sizeof(*endings));
}
