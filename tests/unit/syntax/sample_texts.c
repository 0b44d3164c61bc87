#include "sample_texts.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const sample_texts[] = {
	"",
	"# nothing but a comment\n",
	"a: 1\n",
	"a: 1",
	"- a\n- b: c\n  d: e\n-\n- - f\n  - g\n",
	"plain scalar\nover two lines\n",
	"{a: [b, c], d: {e: 'it''s', f: \"x\\ty\"}}\n",
	"{\n\"a\": [\n1,\n2\n],\n\"b\":\n}\n",
	"--- # a document\na: b\n...\n",
	"\xef\xbb\xbf"
	"bom: first\nsecond: 2\n",
	"crlf: 1\r\nmap:\r\n  a: b\r\n  c:\r\n  - d\r\n  - e\r\n",
	"cr: 1\rmap:\r  a: b\rend: 2\r",
	"folded: >-\n  one\n  two\n\n  three\nliteral: |+\n  # no comment\n  key: no key\n\nend: "
	"1\n",
	"list:\n- in\n- the: same\n  column: yes\n-\n  deeper: 1\nnext: 2\n",
	"double: \"two\n  lines: no key\n  end\"\nsingle: 'a\n\n  b'\nflow: {a: b,\n  c: [d,\n    "
	"e]}\n",
	"plain: goes on\n  here \"with a quote\n  and [ a bracket\nnext: x\n",
	"anchors:\n  base: &base {a: 1, b: 2}\n  more: &more\n    c: 3\nuse:\n  <<: [*base, "
	"*more]\n  b: "
	"own\nalias: *base\n",
	"quoted: 1\n\"a key\": 2\n'another: key': 3\n? complex\n: value\n",
	"tagged: !!str 12\nown: !mine\n  a: b\nset: !!set {x, y}\n",
	"%YAML 1.2\n---\nversion: 1.2\nmap:\n  a: b\n",
	"%TAG !e! tag:example.org,2000:\n---\ntagged: !e!type\nmap:\n  a: b\n",
	"# explicit\n? [a, b]\n: c\n? d\n: e\n",
	"first: 1\n[a, b]: 2\n{c: d} :\n  e: f\nlast: 3\n",
	"block: |2-\n    a\n   b\nkeep: >+1\n   c\n\nend: 1\n",
	"tabs:\t1\nin:\n  a:\t\"b\"\t# c\n  d: e\n   \tf\n",
	"umlaut: \xc3\xa4\xc3\xb6\n\xf0\x9f\x98\x80: {\xc3\xa9: \xe2\x82\xac}\nend: 1\n",
	"empty:\nnull1: ~\nnull2: null\nflow: {a, b: , c}\n",
	"comments: # here\n  # and here\n  a: 1 # and there\n\n# and\nb: 2\n",
	"colons: a:b\nurl: http://example.org:80/x#y\ntime: 10:20:30\n",
	"deep:\n  a:\n    b:\n      c:\n      - d:\n          e: 1\n        f: 2\n      - g\n  h: "
	"i\n",
};
const size_t sample_text_count = sizeof(sample_texts) / sizeof(*sample_texts);

char *sample_service_template(unsigned nodes)
{
	static const char head[] = "tosca_definitions_version: tosca_variability_1_0\n"
				   "\n"
				   "topology_template:\n"
				   "    variability:\n"
				   "        inputs:\n"
				   "            mode: {type: string}\n"
				   "        presets:\n"
				   "            dev:\n"
				   "                inputs: {mode: dev}\n"
				   "    node_templates:\n";
	static const char node[] =
		"        # number %u\n"
		"        node_%u:\n"
		"            type: some.type\n"
		"            conditions: {equal: [{variability_input: mode}, dev]}\n"
		"            properties:\n"
		"                - port: %u\n"
		"            requirements:\n"
		"                - host:\n"
		"                      node: node_0\n";
	size_t size = sizeof(head) + nodes * (sizeof(node) + 40) + 64;
	char *text = memory_allocate(size, 1);
	size_t length = (size_t)snprintf(text, size, "%s", head);

	for (unsigned i = 0; i < nodes; i++)
		length += (size_t)snprintf(text + length, size - length, node, i, i, i);
	snprintf(text + length, size - length, "    outputs: {}\n");
	return text;
}

struct random random_seeded(void)
{
	const char *given = getenv("VTOSCA_SEED");
	struct random random = {given ? strtoull(given, NULL, 10) : 1};

	printf("VTOSCA_SEED=%" PRIu64 "\n", random.state);
	random.state = random.state * 2654435761u + 88172645463325252u;
	return random;
}

uint32_t random_below(struct random *random, uint32_t bound)
{
	random->state ^= random->state << 13; /* xorshift */
	random->state ^= random->state >> 7;
	random->state ^= random->state << 17;
	return bound ? (uint32_t)((random->state >> 11) % bound) : 0;
}
