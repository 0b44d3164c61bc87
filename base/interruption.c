#include "base/interruption.h"

#include <stddef.h>

bool interrupted(const atomic_bool *flag)
{
	return flag != NULL && atomic_load_explicit(flag, memory_order_relaxed);
}
