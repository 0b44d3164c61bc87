/* What types define and inherit, put together once per check and not once per element. */
#ifndef ANALYZER_MODEL_TYPES_MEMBER_CACHE_H
#define ANALYZER_MODEL_TYPES_MEMBER_CACHE_H

#include "analyzer/model/types/types.h"

struct member_cache;

/* Lives in `arena`. */
struct member_cache *member_cache_create(struct arena *arena);

/* As `type_members`; good as long as the cache. */
struct type_members member_cache_get(
	struct member_cache *cache, const struct type *type, enum type_part part);

#endif
