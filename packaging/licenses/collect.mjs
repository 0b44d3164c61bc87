// Collects what authors say about copying: of all npm packages that esbuild has put into bundles.
//   node collect.mjs FOLDER META…
// META are metafiles of esbuild, run where node_modules is. Writes FOLDER/PACKAGE each; a package that says nothing needs a
// file here, of its name. What such a file refers to besides, the caller adds.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [target, ...metafiles] = process.argv.slice(2);
const own = path.dirname(fileURLToPath(import.meta.url));
const packages = new Set();
for (const metafile of metafiles) {
    for (const input of Object.keys(JSON.parse(fs.readFileSync(metafile, 'utf8')).inputs)) {
        const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input);
        if (found) {
            packages.add(input.slice(0, found.index) + found[0].slice(0, -1));
        }
    }
}
fs.mkdirSync(target, { recursive: true });
for (const folder of packages) {
    const texts = fs.readdirSync(folder).filter((name) => /^(licen[cs]e|copying|thirdpartynotices)/i.test(name));
    const files = texts.length > 0 ? texts.map((name) => path.join(folder, name)) : [path.join(own, path.basename(folder))];
    fs.writeFileSync(path.join(target, path.basename(folder)), files.map((file) => fs.readFileSync(file, 'utf8')).join('\n'));
}
