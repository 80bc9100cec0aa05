/** Loaded first in the reading process: its modules come from its standard input, as JSON by their URLs, with their types already taken out. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const STDIN = 0;
const modules = JSON.parse(readFileSync(STDIN, 'utf8'));
registerHooks({
  // Node would look for each on the disk first, which takes longer than all of them take to run.
  resolve: (specifier, context, next) => {
    const url = specifier.startsWith('.') ? new URL(specifier, context.parentURL).href : specifier;
    return Object.hasOwn(modules, url) ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load: (url, context, next) =>
    Object.hasOwn(modules, url) ? { format: 'module', source: modules[url], shortCircuit: true } : next(url, context),
});
