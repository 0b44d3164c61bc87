// A template that is larger than those that people write by hand.

/** Tiers on hosts; which of them are there, three inputs decide. */
export function manyNodes(count) {
    const lines = [
        'tosca_definitions_version: tosca_variability_1_0',
        'description: Many nodes',
        'topology_template:',
        '  variability:',
        '    inputs:',
        '      size: {type: string, default: small, constraints: [{valid_values: [small, medium, large]}]}',
        '      backup: {type: boolean, default: false}',
        '    presets:',
        '      small: {inputs: {size: small, backup: false}}',
        '      medium: {inputs: {size: medium, backup: false}}',
        '      large: {inputs: {size: large, backup: true}}',
        '    expressions:',
        '      is_large: {equal: [{variability_input: size}, large]}',
        '      is_small: {equal: [{variability_input: size}, small]}',
        '    options: {mode: semantic-loose, checks: false}',
        '  node_templates:',
    ];
    const conditions = ['', '{logic_expression: is_large}', '{not: {logic_expression: is_small}}', '{variability_input: backup}'];
    for (let i = 0; i < count; i++) {
        const isHost = i % 10 === 0;
        lines.push(`    ${isHost ? 'host' : 'service'}_${i}:`, `      type: tosca.nodes.${isHost ? 'Compute' : 'SoftwareComponent'}`);
        if (!isHost) {
            const condition = conditions[i % 4];
            if (condition) {
                lines.push(`      conditions: ${condition}`);
            }
            lines.push('      requirements:', `        - host: host_${i - (i % 10)}`);
        }
    }
    return `${lines.join('\n')}\n`;
}
