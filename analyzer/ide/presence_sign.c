#include "analyzer/ide/presence_sign.h"

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
