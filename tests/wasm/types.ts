// Uses all that the package's types declare: tsc has to find nothing in it, and node has to run it.
import { load, memoryFiles, nodeFiles, Vtosca, type Files, type RunResult, type Server } from 'vtosca';

const contents = new Map<string, string | Uint8Array>([['/a.yaml', 'tosca_definitions_version: tosca_simple_yaml_1_3\n']]);
const files: Files = memoryFiles(contents);
const vtosca: Vtosca = await load();
const { code, stdout, stderr }: RunResult = await vtosca.run(['check', '/a.yaml'], { files });
const other: RunResult = await vtosca.run(['--version'], { files: nodeFiles });
const answers: string[] = [];
const server: Server = vtosca.serve({
    files,
    receive: (message) => {
        answers.push(JSON.stringify(message));
        server.end();
    },
    log: (text: string) => void text.length,
    isComing: (path: string) => path.length === 0,
});
server.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } });
server.wake();
const ended: number = await server.ended;
const memory: number = server.memory;
const status = files.statSync('/a.yaml');
if (code !== 0 || stdout !== '' || !stderr.startsWith('0 errors') || other.stdout === '' || ended !== 1 || memory < 1 || !status.isFile() || answers.length !== 1) {
    throw new Error(JSON.stringify({ code, stdout, stderr, other, ended, memory, answers }));
}

export const mistakes = () => {
    // @ts-expect-error arguments are words
    void vtosca.run('check');
    // @ts-expect-error a server has to be heard
    vtosca.serve({ files });
    // @ts-expect-error files are asked for at once
    const wrong: Files = { ...files, statSync: async () => files.statSync('/') };
    return wrong;
};
