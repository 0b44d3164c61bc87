/* Templates that are copied from others (sections "Node Template" and "Relationship Template",
 * additional requirements). That there is no such template is told with all unknown names. */
#include "analyzer/model/template/copy_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/checker/template_report.h"

/* "The source node template provided as a value on the copy keyname MUST NOT itself use the copy
 * keyname (i.e., it must itself be a complete node template description …)". */
void copy_check(struct template_checker *checker, const char *collection, struct node_entry element)
{
	struct node source = node_get(element.value, "copy");
	struct string name = node_text(source);
	if (!node_is_string(source))
		return;
	if (string_equal(name, node_text(element.key)))
		template_report(checker, DIAGNOSTIC_CODE_COPY_OF_COPY, source,
			"\"%.*s\" cannot be copied from itself", STRING_ARGUMENTS(name));
	else if (!node_is_null(
			 node_get(template_find(&checker->scope, collection, name).value, "copy")))
		template_report(checker, DIAGNOSTIC_CODE_COPY_OF_COPY, source,
			"\"%.*s\" is itself a copy: copy what it is copied from",
			STRING_ARGUMENTS(name));
}
