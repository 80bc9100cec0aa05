// Runs the reading process from one file and V8's code cache of it: `node start.cjs FOLDER UPLOAD`; without UPLOAD its parent sends it. With `keep` it
// writes the cache, as scripts/reader.ts does.
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
// A script gets no `require` of its own, unlike a module.
globalThis.require = require;
script.runInThisContext();
