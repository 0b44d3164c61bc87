/* Imports and names. */
#include "analyzer/model/definitions/type_check.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/text/name_table.h"
#include "analyzer/text/path.h"

#include <string.h>

static void note_tolerance(const struct types *types, struct diagnostic *diagnostic)
{
	/* Resolving variability asks for few types; many templates of 1.x name types that
	 * their orchestrator knows. */
	if (!version_is_2_0(grammar_version(types_tree(types))))
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

static bool defines_repository(const struct syntax_tree *tree, struct string name)
{
	struct node repositories = node_get(syntax_tree_root(tree), "repositories");
	return !node_is_absent(node_find(repositories, name).key);
}

/* TOSCA 2.0, section "Namespaces": names of repositories are imported with the types. */
static void check_repositories(const struct types *types, struct diagnostics *diagnostics)
{
	struct node own = node_get(syntax_tree_root(types_tree(types)), "repositories");
	uint32_t count = node_kind(own) == NODE_MAPPING ? node_count(own) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(own, i).key;
		size_t position = 0;
		struct imported_file file;
		while (types_next_imported_file(types, &position, &file)) {
			if (file.prefix.length == 0 &&
				defines_repository(file.tree, node_text(key)))
				diagnostics_add(diagnostics, DIAGNOSTIC_CODE_DUPLICATE_ELEMENT, key,
					"Repository \"%.*s\" is defined by an imported file, too",
					STRING_ARGUMENTS(node_text(key)));
		}
	}
}

/* TOSCA 2.0, section "Namespaces": "Within each namespace, names must be unique." The OASIS suite
 * does not mind types of a file that are named like imported ones. */
static void check_uniqueness(const struct types *types, struct diagnostics *diagnostics)
{
	size_t count;
	const struct type_clash *clashes = types_clashes(types, diagnostics->arena, &count);
	for (size_t i = 0; i < count; i++)
		diagnostics_add(diagnostics, DIAGNOSTIC_CODE_AMBIGUOUS_IMPORT,
			import_file(clashes[i].node), "The %s \"%.*s\" is defined by \"%.*s\", too",
			type_kind_row(clashes[i].type->kind)->title,
			STRING_ARGUMENTS(clashes[i].type->name),
			STRING_ARGUMENTS(path_name(type_path(clashes[i].other))));
}

static void check_import_names(const struct types *types, struct diagnostics *diagnostics)
{
	struct node imports = node_get(syntax_tree_root(types_tree(types)), "imports");
	uint32_t count = node_kind(imports) == NODE_SEQUENCE ? node_count(imports) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node file = import_file(node_item(imports, i));
		if (node_is_string(file) && node_text(file).length == 0)
			diagnostics_add(diagnostics, DIAGNOSTIC_CODE_MISSING_FILE, file,
				"The import names no file");
	}
}

static bool is_conditional(struct node import)
{
	return !node_is_null(node_get(import, "conditions"));
}

/* TOSCA 2.0, section "Import processing rules": an unknown file or profile "SHOULD be considered a
 * failure". In 1.x it is one, too, unless conditions may leave the import out, or the file was
 * copied from where its imports lead to. */
static void report_import(const struct types *types, const struct import_failure *failure,
	struct diagnostics *diagnostics)
{
	struct node file = import_file(failure->node);
	struct string name = failure->name;
	struct string meant = failure->meant;
	struct string hint =
		meant.length ? arena_format(diagnostics->arena, "; did you mean \"%.*s\"?",
				       STRING_ARGUMENTS(meant))
		: failure->source.length ? arena_format(diagnostics->arena,
						   "; its folder is still to be fetched from "
						   "\"%.*s\", as config.yaml says",
						   STRING_ARGUMENTS(failure->source))
					 : STRING("");
	struct diagnostic *diagnostic;
	if (failure->problem == IMPORT_IS_CYCLIC) {
		diagnostics_add(diagnostics, DIAGNOSTIC_CODE_CYCLIC_IMPORT, file,
			"Imports lead back here: %.*s", STRING_ARGUMENTS(failure->cycle));
		return;
	}
	if (failure->problem == IMPORT_IS_NO_TOSCA) {
		note_tolerance(
			types, diagnostics_add(diagnostics, DIAGNOSTIC_CODE_FOREIGN_IMPORT, file,
				       "\"%.*s\" is no TOSCA file: it has no "
				       "\"tosca_definitions_version\" and no keyname of TOSCA",
				       STRING_ARGUMENTS(name)));
		return;
	}
	if (failure->problem == IMPORT_IS_BROKEN) {
		diagnostics_add(diagnostics, DIAGNOSTIC_CODE_BROKEN_IMPORT, file, "%.*s",
			STRING_ARGUMENTS(failure->broken));
		return;
	}
	if (failure->problem == IMPORT_IS_REMOTE) {
		diagnostic = diagnostics_add(diagnostics,
			meant.length ? DIAGNOSTIC_CODE_MISSING_FILE : DIAGNOSTIC_CODE_REMOTE_IMPORT,
			file, "\"%.*s\" is not %s: what it defines is not known here%.*s",
			STRING_ARGUMENTS(name), meant.length ? "found" : "fetched",
			STRING_ARGUMENTS(hint));
		if (meant.length)
			diagnostic->severity = DIAGNOSTIC_WARNING;
	} else {
		diagnostic = diagnostics_add(diagnostics, DIAGNOSTIC_CODE_MISSING_FILE, file,
			"File \"%.*s\" %s%.*s", STRING_ARGUMENTS(name), failure->fault,
			STRING_ARGUMENTS(hint));
		if (!version_is_2_0(grammar_version(types_tree(types))) &&
			(failure->is_above || is_conditional(failure->node)))
			diagnostic->severity = DIAGNOSTIC_WARNING;
	}
	diagnostic->replacement = arena_copy(diagnostics->arena, meant);
}

void types_check_imports(const struct types *types, struct diagnostics *diagnostics)
{
	check_import_names(types, diagnostics);
	if (version_is_2_0(grammar_version(types_tree(types)))) {
		check_repositories(types, diagnostics);
		check_uniqueness(types, diagnostics);
	}
	size_t count;
	const struct import_failure *failures = types_import_failures(types, &count);
	for (size_t i = 0; i < count; i++)
		report_import(types, &failures[i], diagnostics);
}

/* The types of a kind that the file can name. */
struct known_types {
	struct suggestion_words *names; /* NULL until one is unknown */
	bool are_defined;               /* some type of any kind is not normative */
	struct name_table by_name;      /* without prefix */
	const struct type **normative;
	size_t normative_count, normative_capacity;
};

struct name_check {
	const struct types *types;
	const struct syntax_tree *tree;
	struct diagnostics *diagnostics;
	enum definitions_version version;
	struct arena *arena;
	struct known_types known[TYPE_KIND_TOTAL];
	bool is_profile; /* types of TOSCA come with a profile that no file defines */
};

static bool is_key(struct node node, const char *name)
{
	return string_is(node_text(node_key(node)), name);
}

/* Rules and technologies may name types of elements that nobody has defined yet. Variability inputs
 * may be of type "number", as the values are in expressions. */
static bool is_part_of_variability(struct node node)
{
	for (; !node_is_absent(node); node = node_parent(node))
		if (is_key(node, "variability") || is_key(node, "technology"))
			return true;
	return false;
}

/* Simple Profile, chapter "Non-normative type definitions": named by the standard, but up to
 * a file to define. Unfurl brings its own types along. */
static bool is_non_normative(struct string name)
{
	static const char *const names[] = {
		"tosca.artifacts.Deployment.Image.Container.Docker",
		"tosca.artifacts.Deployment.Image.VM.ISO",
		"tosca.artifacts.Deployment.Image.VM.QCOW2",
		"tosca.capabilities.Container.Docker",
		"tosca.nodes.Container.Application.Docker",
		"tosca.nodes.Database.MySQL",
		"tosca.nodes.DBMS.MySQL",
		"tosca.nodes.WebApplication.WordPress",
		"tosca.nodes.WebServer.Apache",
		"tosca.nodes.WebServer.Nodejs",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (string_is(name, names[i]))
			return true;
	return string_starts_with(name, "unfurl.");
}

static bool is_known(const struct name_check *check, enum type_kind kind, struct string name)
{
	if (types_find(check->types, kind, name))
		return true;
	if (kind == TYPE_DATA && primitive_type_find(check->version, name) != PRIMITIVE_NONE)
		return true;
	if (!version_is_2_0(check->version) &&
		(is_non_normative(name) || string_is(name, "tosca.entity.Root")))
		return true;
	/* Variability4TOSCA, section "Normative Group Types". */
	return kind == TYPE_GROUP &&
	       (string_is(name, "variability.groups.Root") ||
		       string_is(name, "variability.groups.ConditionalMembers"));
}

static struct string last_part(struct string name)
{
	size_t start = name.length;
	while (start > 0 && name.bytes[start - 1] != '.')
		start--;
	return string_slice(name, start, name.length);
}

static void add_normative(
	struct name_check *check, struct known_types *known, const struct type *type)
{
	known->normative = arena_reserve(check->arena, known->normative, known->normative_count,
		&known->normative_capacity, sizeof(*known->normative));
	known->normative[known->normative_count++] = type;
}

static const struct known_types *known_types(struct name_check *check, enum type_kind kind)
{
	struct known_types *known = &check->known[kind];
	size_t count;
	/* Asked for in each section, so that its answer is noted there. */
	const struct type *const *all = types_all(check->types, &count);
	if (known->names)
		return known;
	known->names = suggestion_words_create(check->arena);
	for (size_t i = 0; i < count; i++) {
		known->are_defined |= !type_is_normative(all[i]);
		if (all[i]->kind != kind)
			continue;
		suggestion_words_add(
			known->names, types_name_of(check->types, all[i], check->arena));
		name_table_add(&known->by_name, check->arena, all[i]->name, (void *)all[i]);
		if (type_is_normative(all[i]))
			add_normative(check, known, all[i]);
	}
	/* Names of normative types without prefix. */
	for (size_t i = 0; i < count; i++)
		if (type_is_normative(all[i]) &&
			types_find(check->types, kind, last_part(all[i]->name)) == all[i])
			suggestion_words_add(known->names, last_part(all[i]->name));
	for (size_t i = 0; kind == TYPE_DATA && i < PRIMITIVE_TOTAL; i++) {
		struct string name = string_from(primitive_type_row((enum primitive_type)i)->name);
		if (primitive_type_find(check->version, name) != PRIMITIVE_NONE)
			suggestion_words_add(known->names, name);
	}
	return known;
}

/* The type may be imported into a namespace: then it is written with the prefix of that. */
static struct string name_in_namespace(
	struct name_check *check, enum type_kind kind, struct string name)
{
	size_t tail = name.length;
	while (tail > 0 && name.bytes[tail - 1] != ':')
		tail--;
	const struct type *type = name_table_find(
		&known_types(check, kind)->by_name, string_slice(name, tail, name.length));
	return type ? types_name_of(check->types, type, check->arena) : (struct string){0};
}

static const struct type *find_of_other_kind(
	const struct types *types, enum type_kind kind, struct string name)
{
	const struct type *found = NULL;
	for (int other = 0; other < TYPE_KIND_TOTAL && !found; other++)
		if (other != (int)kind)
			found = types_find(types, (enum type_kind)other, name);
	return found;
}

/* Versions of TOSCA 1.x have some types under different names: "tosca.nodes.BlockStorage" and
 * "tosca.nodes.Storage.BlockStorage". Empty if there is no such type. */
static struct string find_moved(struct name_check *check, enum type_kind kind, struct string name)
{
	if (version_is_2_0(check->version) || !string_starts_with(name, "tosca."))
		return (struct string){0};
	const struct known_types *known = known_types(check, kind);
	for (size_t i = 0; i < known->normative_count; i++)
		if (string_equal(last_part(known->normative[i]->name), last_part(name)))
			return known->normative[i]->name;
	return (struct string){0};
}

/* Types that begin with "tosca." may be of some profile; one letter off, they are none. */
static bool is_nearly_normative(struct name_check *check, enum type_kind kind, struct string name)
{
	if (!string_starts_with(name, "tosca."))
		return false;
	struct suggestion suggestion = suggestion_among(known_types(check, kind)->names, name);
	return suggestion.best.length && suggestion.distance <= 1 &&
	       string_starts_with(suggestion.best, "tosca.");
}

/* Where no type is defined, any name may be known elsewhere, and a short one that is like that of a
 * normative type says little. */
static bool is_nearly_by_chance(
	const struct known_types *known, const struct suggestion *suggestion)
{
	enum {
		SHORTEST = 6
	};
	bool is_short = suggestion->best.length &&
			!memchr(suggestion->best.bytes, '.', suggestion->best.length);
	bool is_capital = suggestion->wanted.length > 0 && suggestion->wanted.bytes[0] < 'a';
	return is_short && !known->are_defined &&
	       (suggestion->distance > 1 || suggestion->wanted.length < SHORTEST || !is_capital);
}

/* TOSCA 1.x: "tosca:" before the short name of a normative type. */
static struct suggestion nearest_shorthand(
	struct name_check *check, enum type_kind kind, struct string name)
{
	struct suggestion suggestion = suggestion_for(name);
	const struct known_types *known = known_types(check, kind);
	for (size_t i = 0; string_starts_with(name, "tosca:") && i < known->normative_count; i++)
		suggestion_offer(&suggestion,
			arena_format(check->arena, "tosca:%.*s",
				STRING_ARGUMENTS(last_part(known->normative[i]->name))));
	return suggestion;
}

/* Wherever types come from, none is called like this by intention. */
static void report_primitive(struct name_check *check, struct node node, const char *meant)
{
	diagnostics_add(check->diagnostics, DIAGNOSTIC_CODE_UNKNOWN_TYPE, node,
		"Unknown data type \"%.*s\"; did you mean \"%s\"?",
		STRING_ARGUMENTS(node_text(node)), meant)
		->replacement = string_from(meant);
}

/* Technology rules are about the types of many templates, and generate some: of those that are not
 * known here, only what differs from a known one by one letter is told. */
static void check_type_of_rule(struct name_check *check, struct node node, enum type_kind kind)
{
	enum {
		SHORTEST = 5
	};
	struct string name = node_text(node);
	struct suggestion suggestion = suggestion_among(known_types(check, kind)->names, name);
	if (!suggestion.best.length || suggestion.distance > 1 || name.length < SHORTEST)
		return;
	struct diagnostic *diagnostic = diagnostics_add(check->diagnostics,
		DIAGNOSTIC_CODE_UNKNOWN_TYPE, node,
		"No %s is called \"%.*s\"; did you mean \"%.*s\"?", type_kind_row(kind)->title,
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(suggestion.best));
	diagnostic->severity = DIAGNOSTIC_WARNING;
	diagnostic->replacement = arena_copy(check->diagnostics->arena, suggestion.best);
}

static void check_type(struct name_check *check, struct node node, enum type_kind kind)
{
	struct string name = node_text(node);
	if (name.length == 0) {
		diagnostics_add(check->diagnostics, DIAGNOSTIC_CODE_UNKNOWN_TYPE, node,
			"The name of a type must not be empty");
		return;
	}
	if (is_known(check, kind, name))
		return;
	enum primitive_type primitive =
		kind == TYPE_DATA ? primitive_type_meant(check->version, name) : PRIMITIVE_NONE;
	if (primitive != PRIMITIVE_NONE) {
		report_primitive(check, node, primitive_type_row(primitive)->name);
		return;
	}
	if ((types_may_be_elsewhere(check->types, name) &&
		    !is_nearly_normative(check, kind, name)) ||
		(kind == TYPE_DATA && string_is(name, "number") && is_part_of_variability(node)))
		return;
	if (kind != TYPE_DATA && is_part_of_variability(node)) {
		check_type_of_rule(check, node, kind);
		return;
	}
	const struct known_types *known = known_types(check, kind);
	struct suggestion suggestion = suggestion_among(known->names, name);
	const struct type *other = find_of_other_kind(check->types, kind, name);
	struct string in_namespace = name_in_namespace(check, kind, name);
	if (kind != TYPE_DATA && is_nearly_by_chance(known, &suggestion))
		suggestion = suggestion_for(name);
	suggestion.best = in_namespace.length ? in_namespace : suggestion.best;
	if (!suggestion.best.length)
		suggestion = nearest_shorthand(check, kind, name);
	/* TOSCA 1.x: where no file says what types there are, they come from elsewhere, such as
	 * the folder `lib` or the orchestrator. */
	bool is_typing_mistake = suggestion.best.length && suggestion.distance <= 2;
	bool is_normative =
		string_starts_with(name, "tosca.") || string_starts_with(name, "tosca:");
	bool is_elsewhere = check->is_profile || (!known->are_defined && !is_normative);
	if (!version_is_2_0(check->version) && is_elsewhere && !is_typing_mistake && !other)
		return;
	struct string moved = find_moved(check, kind, name);
	if (moved.length && !is_typing_mistake)
		suggestion.best = moved;
	bool is_of_other_version = kind == TYPE_DATA && primitive_type_is_known(name);
	if (is_of_other_version)
		suggestion.best = (struct string){"", 0};
	bool is_of_other_kind = other && !suggestion.best.length;
	struct diagnostic *diagnostic =
		diagnostics_add(check->diagnostics, DIAGNOSTIC_CODE_UNKNOWN_TYPE, node,
			"Unknown %s \"%.*s\"%s%.*s%s%s%s%s", type_kind_row(kind)->title,
			STRING_ARGUMENTS(name), suggestion.best.length ? "; did you mean \"" : "",
			STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "",
			is_of_other_kind ? ": this is the name of a " : "",
			is_of_other_kind ? type_kind_row(other->kind)->title : "",
			is_of_other_version ? ": only other versions of TOSCA have it" : "");
	diagnostic->replacement = arena_copy(check->diagnostics->arena, suggestion.best);
	/* A name that is nearly one of a type is no type of some orchestrator. */
	if (!is_typing_mistake || moved.length || !(known->are_defined || is_normative))
		note_tolerance(check->types, diagnostic);
}

static bool is_imported_repository(const struct types *types, struct string name)
{
	size_t position = 0;
	struct imported_file file;
	while (types_next_imported_file(types, &position, &file)) {
		struct string prefix = file.prefix;
		if (prefix.length <= name.length &&
			string_equal(string_slice(name, 0, prefix.length), prefix) &&
			defines_repository(
				file.tree, string_slice(name, prefix.length, name.length)))
			return true;
	}
	return false;
}

/* Unfurl has these without definition, and reads most templates of TOSCA 1.x. */
static bool is_repository_of_unfurl(const struct name_check *check, struct string name)
{
	static const char *const names[] = {"self", "spec", "unfurl"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!version_is_2_0(check->version) && string_is(name, names[i]))
			return true;
	return false;
}

static void check_repository(struct name_check *check, struct node node)
{
	if (defines_repository(check->tree, node_text(node)) ||
		is_repository_of_unfurl(check, node_text(node)))
		return;
	/* Those of artifacts may come with an import. */
	if (!is_key(node_parent(node_parent(node)), "imports") &&
		(is_imported_repository(check->types, node_text(node)) ||
			types_may_be_elsewhere(check->types, node_text(node))))
		return;
	note_tolerance(check->types,
		diagnostics_add(check->diagnostics, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, node,
			"Unknown repository \"%.*s\"", STRING_ARGUMENTS(node_text(node))));
}

/* Of a requirement definition: "a valid capability type or the symbolic name of a capability
 * definition within the node type specified" (TOSCA 2.0, section "Requirement definition"). */
static void check_needed_capability(struct name_check *check, struct node name)
{
	struct node requirement = node_parent(name);
	struct node owner = node_parent(node_parent(node_parent(requirement)));
	if (!is_key(node_parent(owner), "node_types") ||
		is_known(check, TYPE_CAPABILITY, node_text(name)))
		return;
	const struct type *type = types_find(check->types, TYPE_NODE, node_text(node_key(owner)));
	if (!type || type->is_cyclic)
		return;
	const struct type_member *member =
		type_members_find(type_members(type, PART_REQUIREMENTS, check->arena),
			node_text(node_key(requirement)));
	struct placed_node node = member_value(member, "node", "capability");
	const struct type *target = placed_type(node, TYPE_NODE);
	bool may_have_it = !node_is_null(node.node) && (!target || !type_is_rooted(target));
	if (!may_have_it &&
		!type_members_find(
			type_members(target, PART_CAPABILITIES, check->arena), node_text(name)))
		check_type(check, name, TYPE_CAPABILITY);
}

/* Of a target or relationship, which may also be an element of the template: names that are written
 * as those of types are. Others are looked for among the names of the template. */
static void check_qualified_name(struct name_check *check, struct node node, enum type_kind kind)
{
	struct string name = node_text(node);
	struct node template = grammar_template(check->tree).value;
	struct node elements =
		node_get(template, kind == TYPE_NODE ? "node_templates" : "relationship_templates");
	if ((memchr(name.bytes, '.', name.length) || memchr(name.bytes, ':', name.length)) &&
		node_is_absent(collection_find(elements, name).key))
		check_type(check, node, kind);
}

static void check_name(void *context, struct node node, enum name_kind name_kind)
{
	struct name_check *check = context;
	if (node.tree != check->tree)
		return;
	types_asked_by(check->types, node.reference.section);
	if (name_kind == NAME_OF_REPOSITORY) {
		check_repository(check, node);
		return;
	}
	if (name_kind == NAME_OF_CAPABILITY_OR_TYPE) {
		check_needed_capability(check, node);
		return;
	}
	enum type_kind kind;
	if (name_kind == NAME_OF_RELATIONSHIP_OR_TYPE)
		check_qualified_name(check, node, TYPE_RELATIONSHIP);
	if (name_kind == NAME_OF_NODE_OR_NODE_TYPE)
		check_qualified_name(check, node, TYPE_NODE);
	/* May stand for something of the template instead. */
	if (name_kind == NAME_OF_RELATIONSHIP_OR_TYPE || !type_kind_of_name(name_kind, &kind))
		return;
	if (name_kind == NAME_OF_NODE_OR_GROUP_TYPE &&
		types_find(check->types, TYPE_GROUP, node_text(node)))
		return;
	check_type(check, node, kind);
	if (kind == TYPE_DATA && primitive_type_is_abstract(check->version, node_text(node)) &&
		!is_key(node, "derived_from"))
		diagnostics_add(check->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, node,
			"\"scalar\" is abstract: derive a data type with units from it");
}

static struct name_check name_check_of(
	const struct types *types, const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	return (struct name_check){
		.types = types,
		.tree = tree,
		.diagnostics = diagnostics,
		.version = grammar_version(tree),
		.arena = arena_create(),
		.is_profile = definitions_version_is_profile(
			node_text(node_get(syntax_tree_root(tree), "tosca_definitions_version"))),
	};
}

static void check_name_beside(void *context, struct node node, enum name_kind name_kind)
{
	struct name_check *check = context;
	enum type_kind kind;
	if (type_kind_of_name(name_kind, &kind) && !is_known(check, kind, node_text(node)) &&
		!types_may_be_elsewhere(check->types, node_text(node)))
		check_type_of_rule(check, node, kind);
}

void types_check_names_beside(
	const struct types *types, const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct name_check check = name_check_of(types, types_tree(types), diagnostics);
	grammar_visit_names(tree, check_name_beside, &check);
	arena_destroy(check.arena);
}

void types_check_names(const struct types *types, const struct syntax_tree *tree, uint32_t section,
	struct diagnostics *diagnostics)
{
	struct name_check check = name_check_of(types, tree, diagnostics);
	if (section == EVERY_SECTION)
		grammar_visit_names(tree, check_name, &check);
	else
		grammar_visit_names_of_section(tree, section, check_name, &check);
	arena_destroy(check.arena);
}
