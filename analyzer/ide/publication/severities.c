#include "analyzer/ide/publication/severities.h"

static const char *const severity_names[] = {
	"off", "error", "warning", "information", "hint", NULL};

bool severity_from_name(struct string name, enum ide_severity *severity)
{
	for (int i = 0; severity_names[i]; i++) {
		if (!string_is(name, severity_names[i]))
			continue;
		*severity = (enum ide_severity)i;
		return true;
	}
	return false;
}

static const struct severity_setting *find(struct severity_settings settings, struct string code)
{
	for (size_t i = settings.count; i-- > 0;)
		if (string_equal(settings.items[i].code, code))
			return &settings.items[i];
	return NULL;
}

bool severities_ask_for(struct severity_settings settings, const char *code)
{
	const struct severity_setting *setting = find(settings, string_from(code));

	return setting && setting->severity;
}

struct ide_diagnostics severities_apply(
	struct severity_settings settings, struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct ide_diagnostic *items;
	size_t count = 0;

	if (settings.count == 0)
		return diagnostics;
	items = arena_allocate(arena, diagnostics.count, sizeof(*items));
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct severity_setting *setting = find(settings, diagnostics.items[i].code);

		if (setting && !setting->severity)
			continue;
		items[count] = diagnostics.items[i];
		if (setting)
			items[count].severity = setting->severity;
		count++;
	}
	return (struct ide_diagnostics){items, count};
}
