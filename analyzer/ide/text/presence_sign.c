#include "analyzer/ide/text/presence_sign.h"

const char *presence_sign(enum presence presence)
{
	switch (presence) {
	case PRESENCE_ABSENT:
		return "✗";
	case PRESENCE_PRESENT:
		return "✓";
	case PRESENCE_DEPENDS:
		return "?";
	case PRESENCE_ERROR:
		return "⚠";
	}
	return "?";
}

size_t presence_first_variant(const struct analysis *analysis)
{
	return analysis_variant_count(analysis) > 1 &&
			       analysis_variant(analysis, 0)->origin == VARIANT_DEFAULTS
		       ? 1
		       : 0;
}

size_t presence_next_variant(const struct analysis *analysis, size_t variant)
{
	size_t count = analysis_variant_count(analysis);

	do
		variant++;
	while (variant < count && analysis_variant(analysis, variant)->repeats_preset);
	return variant;
}
