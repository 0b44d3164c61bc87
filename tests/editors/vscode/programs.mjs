// Which server runs on which machine.
//   node programs.mjs MODULE, which is editors/vscode/src/programs.ts as JavaScript
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { programs } = await import(pathToFileURL(path.resolve(process.argv[2])));
const packaged = ['linux-x64', 'linux-arm64'];
const exists = (file) => packaged.includes(path.basename(path.dirname(file)));
let failed = 0;

for (const [platform, arch, configured, expected] of [
    ['linux', 'x64', '', ['/package/server/linux-x64/vtosca']],
    ['linux', 'arm64', '', ['/package/server/linux-arm64/vtosca']],
    ['linux', 'riscv64', '', []],
    ['darwin', 'arm64', '', []],
    ['win32', 'x64', '', []],
    ['linux', 'x64', '/own/vtosca', ['/own/vtosca', '/package/server/linux-x64/vtosca']],
    ['darwin', 'x64', '/own/vtosca', ['/own/vtosca']],
]) {
    const found = programs(configured, '/package', { platform, arch }, exists);
    const holds = JSON.stringify(found) === JSON.stringify(expected);
    failed += holds ? 0 : 1;
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${platform}-${arch} ${configured || 'without a setting'}: ${found.join(', ') || 'WebAssembly'}`);
}
process.exit(failed > 0 ? 1 : 0);
