/* TOSCA definitions versions: which language a file is written in.
 *
 * Sets of versions are bit sets, so that a row of another table says in one word
 * to which versions it belongs. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_VERSIONS_H
#define ANALYZER_LANGUAGE_GRAMMAR_VERSIONS_H

#include "analyzer/text/string.h"

enum definitions_version {
#define VERSION(version, name, class, summary) VERSION_##version,
#include "analyzer/language/grammar/versions.def"
#undef VERSION
	VERSION_COUNT,
	VERSION_UNKNOWN = VERSION_COUNT
};

/* What a variability option defaults to differs between four classes of versions.
 * A version without class cannot be resolved by the reference implementation,
 * OpenTOSCA Vintner ("Unsupported TOSCA definitions version"). */
enum version_class {
	CLASS_A,
	CLASS_B,
	CLASS_C,
	CLASS_D,
	CLASS_COUNT,
	CLASS_NONE = CLASS_COUNT
};

struct definitions_version_row {
	const char *name;
	enum version_class version_class;
	const char *summary;
};

#define VERSION_SET(version) (1u << VERSION_##version)
enum {
	VERSIONS_VARIABILITY = VERSION_SET(VARIABILITY_1_0) | VERSION_SET(VARIABILITY_1_0_RC_1) |
			       VERSION_SET(VARIABILITY_1_0_RC_2) |
			       VERSION_SET(VARIABILITY_1_0_RC_3),
	/* Variability4TOSCA extends Simple Profile 1.3. */
	VERSIONS_1_3 = VERSION_SET(SIMPLE_YAML_1_3) | VERSIONS_VARIABILITY,
	VERSIONS_1_2 = VERSION_SET(SIMPLE_YAML_1_2),
	VERSIONS_1_1 = VERSION_SET(SIMPLE_YAML_1_1),
	VERSIONS_1_0 = VERSION_SET(SIMPLE_YAML_1_0),
	VERSIONS_2_0 = VERSION_SET(TOSCA_2_0),
	VERSIONS_FROM_1_2 = VERSIONS_1_2 | VERSIONS_1_3,
	VERSIONS_FROM_1_1 = VERSIONS_1_1 | VERSIONS_FROM_1_2,
	VERSIONS_1_X = VERSIONS_1_0 | VERSIONS_FROM_1_1,
	VERSIONS_ALL = VERSIONS_1_X | VERSIONS_2_0,
};

/* VERSION_UNKNOWN has a row too, without name: it is treated as Simple Profile 1.3
 * with class NONE. */
const struct definitions_version_row *definitions_version_row(enum definitions_version version);

/* Whether a service template of some version stands under this keyname: `topology_template`, in
 * TOSCA 2.0 `service_template`. */
bool keyname_is_template(struct string keyname);

/* The version that the text names, by its name, its namespace or that of a profile on top of it
 * (see version_names.def); VERSION_UNKNOWN if there is no such version. */
enum definitions_version definitions_version_find(struct string name);

/* Whether it names a profile, which has types that its orchestrators know and no file defines. */
bool definitions_version_is_profile(struct string name);

/* Whether it names a language that is not TOSCA, but borrows its keynames. */
bool definitions_version_is_foreign(struct string name);

/* VERSIONS_2_0 etc.: the set that holds just this version; 1.3 for the unknown one. */
unsigned definitions_version_set(enum definitions_version version);

static inline bool version_is_2_0(enum definitions_version version)
{
	return version == VERSION_TOSCA_2_0;
}

#endif
