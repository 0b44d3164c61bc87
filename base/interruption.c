#include "base/interruption.h"

bool interrupted(const atomic_bool *flag)
{
	return flag != NULL && atomic_load_explicit(flag, memory_order_relaxed);
}
