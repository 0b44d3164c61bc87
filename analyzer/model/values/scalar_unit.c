#include "analyzer/model/values/scalar_unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct unit {
	const char *name;
	double factor;
};

/* Simple Profile 1.3, section "scalar-unit types"; upper and lower case are the same. */
// clang-format off
#define SIZES(UNIT) \
	UNIT("B", 1) UNIT("kB", 1e3) UNIT("KiB", 1024.0) UNIT("MB", 1e6) UNIT("MiB", 1048576.0) \
	UNIT("GB", 1e9) UNIT("GiB", 1073741824.0) UNIT("TB", 1e12) UNIT("TiB", 1099511627776.0)
#define TIMES(UNIT) \
	UNIT("d", 86400) UNIT("h", 3600) UNIT("m", 60) UNIT("s", 1) UNIT("ms", 1e-3) UNIT("us", 1e-6) \
	UNIT("ns", 1e-9)
#define FREQUENCIES(UNIT) UNIT("Hz", 1) UNIT("kHz", 1e3) UNIT("MHz", 1e6) UNIT("GHz", 1e9)
#define ROW(name, factor) {name, factor},
#define NAME(name, factor) ", " name
// clang-format on

static const struct unit sizes[] = {SIZES(ROW){NULL, 0}};
static const struct unit times[] = {TIMES(ROW){NULL, 0}};
static const struct unit frequencies[] = {FREQUENCIES(ROW){NULL, 0}};
static const struct unit bitrates[] = {
	{"bps", 1},
	{"Kbps", 1e3},
	{"Kibps", 1024.0},
	{"Mbps", 1e6},
	{"Mibps", 1048576.0},
	{"Gbps", 1e9},
	{"Gibps", 1073741824.0},
	{"Tbps", 1e12},
	{"Tibps", 1099511627776.0},
	{"Bps", 8},
	{"KBps", 8e3},
	{"KiBps", 8192.0},
	{"MBps", 8e6},
	{"MiBps", 8388608.0},
	{"GBps", 8e9},
	{"GiBps", 8589934592.0},
	{"TBps", 8e12},
	{"TiBps", 8796093022208.0},
	{NULL, 0},
};

static const struct unit *units_of(enum primitive_type kind)
{
	switch (kind) {
	case PRIMITIVE_SCALAR_UNIT_SIZE:
		return sizes;
	case PRIMITIVE_SCALAR_UNIT_TIME:
		return times;
	case PRIMITIVE_SCALAR_UNIT_FREQUENCY:
		return frequencies;
	case PRIMITIVE_SCALAR_UNIT_BITRATE:
		return bitrates;
	default:
		return NULL;
	}
}

static bool same_letters(struct string text, const char *name)
{
	if (text.length != strlen(name))
		return false;
	for (size_t i = 0; i < text.length; i++)
		if (string_lower(text.bytes[i]) != string_lower(name[i]))
			return false;
	return true;
}

bool scalar_unit_split(struct string text, struct string *number, struct string *unit)
{
	size_t end = 0;
	if (end < text.length && (text.bytes[end] == '-' || text.bytes[end] == '+'))
		end++;
	size_t digits = 0;
	size_t points = 0;
	while (end < text.length) {
		char c = text.bytes[end];
		bool exponent = digits > 0 && (c == 'e' || c == 'E') && end + 1 < text.length &&
				text.bytes[end + 1] >= '0' && text.bytes[end + 1] <= '9';
		if ((c < '0' || c > '9') && c != '.' && !exponent)
			break;
		digits += c >= '0' && c <= '9';
		points += c == '.';
		end++;
	}
	*number = string_slice(text, 0, end);
	while (end < text.length && (text.bytes[end] == ' ' || text.bytes[end] == '\t'))
		end++;
	*unit = string_slice(text, end, text.length);
	return digits > 0 && points <= 1 && unit->length > 0;
}

double scalar_unit_factor(enum primitive_type kind, struct string unit)
{
	const struct unit *units = units_of(kind);
	/* Bits and bytes per second differ in their case only: exact matches come first. */
	for (size_t i = 0; units && units[i].name; i++)
		if (string_is(unit, units[i].name))
			return units[i].factor;
	for (size_t i = 0; units && units[i].name; i++)
		if (same_letters(unit, units[i].name))
			return units[i].factor;
	return 0;
}

double scalar_unit_number(const struct type *type, struct string text)
{
	static const enum primitive_type kinds[] = {PRIMITIVE_SCALAR_UNIT_SIZE,
		PRIMITIVE_SCALAR_UNIT_TIME, PRIMITIVE_SCALAR_UNIT_FREQUENCY,
		PRIMITIVE_SCALAR_UNIT_BITRATE};
	struct string number;
	struct string unit;
	if (!scalar_unit_split(text, &number, &unit))
		return NAN;
	char digits[64] = {0};
	if (number.length >= sizeof(digits))
		return NAN;
	memcpy(digits, number.bytes, number.length);
	double factor = type ? scalar_unit_factor_of_type(type, unit) : 0;
	for (size_t i = 0; factor == 0 && i < sizeof(kinds) / sizeof(*kinds); i++)
		factor = scalar_unit_factor(kinds[i], unit);
	return factor > 0 ? strtod(digits, NULL) * factor : NAN;
}

struct node scalar_unit_keyname(const struct type *type, const char *keyname)
{
	for (; type; type = type->parent) {
		struct node value = node_get(type->definition, keyname);
		if (!node_is_null(value))
			return value;
	}
	return (struct node){0};
}

/* The multiplier of a prefix; derived types add prefixes to those of their parent. NaN if
 * there is none; without any prefixes, only the empty one is known. */
static double prefix_multiplier(const struct type *type, struct string prefix)
{
	bool has_prefixes = false;
	for (; type; type = type->parent) {
		struct node prefixes = node_get(type->definition, "prefixes");
		double multiplier = node_number(node_find(prefixes, prefix).value);
		if (!isnan(multiplier))
			return multiplier;
		has_prefixes = has_prefixes || !node_is_null(prefixes);
	}
	return !has_prefixes && prefix.length == 0 ? 1 : NAN;
}

double scalar_unit_factor_of_type(const struct type *type, struct string unit)
{
	for (const struct type *level = type; level; level = level->parent) {
		struct node units = node_get(level->definition, "units");
		uint32_t count = node_count(units);
		for (uint32_t i = 0; i < count; i++) {
			struct node_entry entry = node_entry(units, i);
			struct string name = node_text(entry.key);
			double factor = node_number(entry.value);
			size_t prefix = unit.length - name.length;
			if (name.length > unit.length ||
				memcmp(unit.bytes + prefix, name.bytes, name.length) != 0)
				continue;
			double multiplier = prefix_multiplier(type, string_slice(unit, 0, prefix));
			if (!isnan(multiplier))
				return factor * multiplier;
		}
	}
	return 0;
}

bool scalar_unit_has_one(const struct type *type, const char *keyname)
{
	for (; type; type = type->parent) {
		struct node multipliers = node_get(type->definition, keyname);
		uint32_t count = node_count(multipliers);
		for (uint32_t i = 0; i < count; i++)
			if (node_number(node_entry(multipliers, i).value) == 1)
				return true;
	}
	return false;
}

/* ---- lists of them ---- */

struct unit_names {
	struct arena *arena;
	struct string *items;
	size_t count, capacity;
};

static void add_name(struct unit_names *names, struct string name)
{
	names->items = arena_reserve(
		names->arena, names->items, names->count, &names->capacity, sizeof(*names->items));
	names->items[names->count++] = name;
}

/* With each prefix of the type and its parents, or none. */
static void add_prefixed(struct unit_names *names, const struct type *type, struct string unit)
{
	size_t before = names->count;
	for (const struct type *level = type; level; level = level->parent) {
		struct node prefixes = node_get(level->definition, "prefixes");
		uint32_t count = node_kind(prefixes) == NODE_MAPPING ? node_count(prefixes) : 0;
		for (uint32_t i = 0; i < count; i++) {
			struct string prefix = node_text(node_entry(prefixes, i).key);
			if (!isnan(prefix_multiplier(type, prefix)))
				add_name(names, arena_join(names->arena, prefix, "", unit));
		}
	}
	if (names->count == before && !isnan(prefix_multiplier(type, (struct string){0})))
		add_name(names, arena_copy(names->arena, unit));
}

const struct string *scalar_unit_names(
	const struct type *type, enum primitive_type kind, struct arena *arena, size_t *count)
{
	struct unit_names names = {.arena = arena};
	const struct unit *units = units_of(kind);
	for (const struct type *level = type; level; level = level->parent) {
		struct node entries = node_get(level->definition, "units");
		uint32_t entry_count = node_kind(entries) == NODE_MAPPING ? node_count(entries) : 0;
		for (uint32_t i = 0; i < entry_count; i++)
			if (!isnan(node_number(node_entry(entries, i).value)))
				add_prefixed(&names, type, node_text(node_entry(entries, i).key));
	}
	for (size_t i = 0; units && units[i].name; i++)
		add_name(&names, string_from(units[i].name));
	*count = names.count;
	return names.items;
}

const char *scalar_unit_list(enum primitive_type kind)
{
	static const char *const separator = ", ";
	const char *list = separator;
	if (kind == PRIMITIVE_SCALAR_UNIT_SIZE)
		list = SIZES(NAME);
	else if (kind == PRIMITIVE_SCALAR_UNIT_TIME)
		list = TIMES(NAME);
	else if (kind == PRIMITIVE_SCALAR_UNIT_FREQUENCY)
		list = FREQUENCIES(NAME);
	else if (kind == PRIMITIVE_SCALAR_UNIT_BITRATE)
		list = ", bps, Kbps, Mbps, Gbps, Tbps, and the same with Ki, Mi, Gi, Ti or B";
	return list + strlen(separator);
}
