import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));

/** The files a browser needs before these modules can run: theirs and all they import. */
function needed(...modules) {
  const files = new Set();
  const add = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  modules.forEach(add);
  return [...files].filter((file) => file.endsWith('.js')).map((file) => `dist/${file}`);
}

const list = ['Team', 'Layers'].map((name) => `src/views/shell/${name}.tsx`);
const estimate = ['EstimateScreen', 'EstimateList'].map((name) => `src/views/estimate/${name}.tsx`);
const live = ['src/compose/screens.ts', 'src/services/graphql/graphql.ts', 'src/services/socket.ts'];

export default [
  { name: 'to a usable sign-in', path: needed('index.html'), limit: '120 kB', gzip: true },
  { name: 'to an open list', path: needed('index.html', ...list, ...estimate, ...live), limit: '240 kB', gzip: true },
];
