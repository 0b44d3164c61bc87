#include "analyzer/language/diagnostics/code_subjects.h"

bool code_is_misread_keyname(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_UNKNOWN_KEYNAME ||
	       code == DIAGNOSTIC_CODE_MISPLACED_KEYNAME ||
	       code == DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION;
}

bool code_is_misspelt_name(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_UNKNOWN_PROPERTY ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_OPERATION;
}

bool code_is_wrong_value(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_WRONG_SHAPE || code == DIAGNOSTIC_CODE_BAD_LIST_ENTRY;
}

bool code_is_about_result(enum diagnostic_code code)
{
	return (code >= DIAGNOSTIC_CODE_ABSENT_SOURCE &&
		       code <= DIAGNOSTIC_CODE_UNPRODUCED_OUTPUT) ||
	       code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE ||
	       code == DIAGNOSTIC_CODE_MALFORMED_TEMPLATE ||
	       code == DIAGNOSTIC_CODE_AMBIGUOUS_RESULT || code == DIAGNOSTIC_CODE_NO_TECHNOLOGY ||
	       code == DIAGNOSTIC_CODE_NO_MATCHING_RULE || code == DIAGNOSTIC_CODE_SEVERAL_TYPES ||
	       code == DIAGNOSTIC_CODE_SEVERAL_PRESENT_TYPES;
}

bool code_is_about_inputs(enum diagnostic_code code)
{
	return code >= DIAGNOSTIC_CODE_NEVER_PRESENT && code <= DIAGNOSTIC_CODE_EQUAL_PRESETS;
}

bool code_breaks_conditions(enum diagnostic_code code)
{
	switch (code) {
	case DIAGNOSTIC_CODE_UNKNOWN_OPERATOR:
	case DIAGNOSTIC_CODE_OPERATOR_NOT_ALLOWED:
	case DIAGNOSTIC_CODE_WRONG_ARITY:
	case DIAGNOSTIC_CODE_WRONG_OPERAND:
		return true;
	default:
		return code >= DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT &&
		       code <= DIAGNOSTIC_CODE_UNKNOWN_RELATIONSHIP;
	}
}
