/** Loaded first in the reading process: its modules come from its standard input, as JSON by their URLs, with their types already taken out. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const STDIN = 0;
const modules = JSON.parse(readFileSync(STDIN, 'utf8'));
registerHooks({
  load: (url, context, next) =>
    Object.hasOwn(modules, url) ? { format: 'module', source: modules[url], shortCircuit: true } : next(url, context),
});
