/* When triggers of policies act: where the event comes from, in which time, under which condition
 * (Simple Profile, sections "Trigger definition" and "Event Filter definition"). */
#ifndef ANALYZER_MODEL_BEHAVIOUR_TRIGGER_CHECK_H
#define ANALYZER_MODEL_BEHAVIOUR_TRIGGER_CHECK_H

#include "analyzer/model/functions/graph_place.h"

/* What the keyname `schedule` holds: "The optional time interval during which the trigger is
 * valid". Nothing where there is no such type. */
struct value_schema trigger_schedule(const struct types *types);

/* TOSCA 1.x. What is done then is checked as in workflows. */
void trigger_check_event(struct template_checker *checker, struct node trigger);

#endif
