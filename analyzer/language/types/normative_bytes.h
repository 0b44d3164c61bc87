/* The files in types/, embedded when the build is configured (embed.cmake). */
#ifndef ANALYZER_LANGUAGE_TYPES_NORMATIVE_BYTES_H
#define ANALYZER_LANGUAGE_TYPES_NORMATIVE_BYTES_H

#include <stddef.h>

extern const unsigned char simple_1_0_bytes[];
extern const size_t simple_1_0_length;
extern const unsigned char simple_1_1_bytes[];
extern const size_t simple_1_1_length;
extern const unsigned char simple_1_2_bytes[];
extern const size_t simple_1_2_length;
extern const unsigned char simple_1_3_bytes[];
extern const size_t simple_1_3_length;

#endif
