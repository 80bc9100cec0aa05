// Runs the reading process from one file, as V8 made it when scripts/reader.ts ran it: `node start.cjs FOLDER UPLOAD`, with `keep` to write what V8 made.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vm = require('node:vm');

const [, , folder, , keep] = process.argv;
const filename = join(folder, 'reader.cjs');
const cache = join(folder, 'reader.cache');
const script = new vm.Script(readFileSync(filename, 'utf8'), {
  filename,
  cachedData: keep === undefined ? readFileSync(cache) : undefined,
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
if (keep !== undefined) process.on('exit', () => writeFileSync(cache, script.createCachedData()));
// A script, other than a module, is not handed it.
globalThis.require = require;
script.runInThisContext();
