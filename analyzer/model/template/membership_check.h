/* Members of groups and targets of policies. */
#ifndef ANALYZER_MODEL_TEMPLATE_MEMBERSHIP_CHECK_H
#define ANALYZER_MODEL_TEMPLATE_MEMBERSHIP_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* Members of a group and targets of a policy, one of whose types is `type`. */
void members_check(
	struct template_checker *checker, const struct type *type, struct node_entry group);
void targets_check(
	struct template_checker *checker, const struct type *type, struct node_entry policy);

/* Members or targets that stand in their list already. */
void repeated_check(struct template_checker *checker, struct node list);

#endif
