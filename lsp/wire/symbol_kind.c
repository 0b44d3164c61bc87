#include "lsp/wire/symbol_kind.h"

int symbol_protocol_kind(enum symbol_kind kind)
{
	enum {
		FILE_KIND = 1,
		MODULE = 2,
		NAMESPACE = 3,
		CLASS = 5,
		METHOD = 6,
		PROPERTY = 7,
		FIELD = 8,
		INTERFACE = 11,
		FUNCTION = 12,
		VARIABLE = 13,
		CONSTANT = 14,
		OBJECT = 19,
		KEY = 20,
		ENUM_MEMBER = 22,
		EVENT = 24,
	};

	switch (kind) {
	case SYMBOL_SECTION:
		return NAMESPACE;
	case SYMBOL_NODE:
		return OBJECT;
	case SYMBOL_RELATION:
		return FIELD;
	case SYMBOL_ATTRIBUTE:
	case SYMBOL_REQUIREMENT:
		return FIELD;
	case SYMBOL_CAPABILITY:
	case SYMBOL_INTERFACE:
		return INTERFACE;
	case SYMBOL_OPERATION:
		return METHOD;
	case SYMBOL_PROPERTY:
		return PROPERTY;
	case SYMBOL_ARTIFACT:
		return FILE_KIND;
	case SYMBOL_GROUP:
		return MODULE;
	case SYMBOL_POLICY:
		return EVENT;
	case SYMBOL_INPUT:
	case SYMBOL_OUTPUT:
	case SYMBOL_VARIABILITY_INPUT:
		return VARIABLE;
	case SYMBOL_TYPE:
		return CLASS;
	case SYMBOL_EXPRESSION:
		return CONSTANT;
	case SYMBOL_PRESET:
		return ENUM_MEMBER;
	case SYMBOL_FUNCTION:
		return FUNCTION;
	case SYMBOL_OTHER:
		return KEY;
	}
	return KEY;
}
