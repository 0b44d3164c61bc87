/* cmocka, with what it wants to be included first. Every unit test includes this. */
#ifndef TESTS_UNIT_UNIT_TEST_H
#define TESTS_UNIT_UNIT_TEST_H

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#endif
