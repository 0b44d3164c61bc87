/* What a diagnostic code is about. */
#ifndef ANALYZER_LANGUAGE_DIAGNOSTICS_CODE_SUBJECTS_H
#define ANALYZER_LANGUAGE_DIAGNOSTICS_CODE_SUBJECTS_H

#include "analyzer/language/diagnostics/diagnostic_codes.h"

/* The result of resolving: what is present, and whether that is well-formed. */
bool code_is_about_result(enum diagnostic_code code);

/* What comes of conditions for some inputs or all. */
bool code_is_about_inputs(enum diagnostic_code code);

/* A keyname that is none here: its readers find nothing. */
bool code_is_misread_keyname(enum diagnostic_code code);

/* A key that is the name of something a type declares. */
bool code_is_misspelt_name(enum diagnostic_code code);

/* The value is not what the keyname takes. */
bool code_is_wrong_value(enum diagnostic_code code);

/* Conditions that cannot be understood. */
bool code_breaks_conditions(enum diagnostic_code code);

#endif
