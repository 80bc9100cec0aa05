import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', import.meta.url), 'utf8'));
const chunks = Object.values(manifest);

/** The page with the script written in it, and all scripts and styles a browser needs for these files of scripts/chunks.ts, those they import included. */
function needed(...names) {
  const files = new Set();
  const add = ({ file, imports = [], css = [] }) => {
    if (files.has(file)) return;
    for (const each of [file, ...css]) files.add(each);
    for (const key of imports) add(manifest[key]);
  };
  for (const name of names) {
    const chunk = chunks.find((each) => each.name === name && each.file.endsWith('.js'));
    if (chunk === undefined) throw new Error(`The build has no file “${name}”`);
    add(chunk);
  }
  return [...files, 'index.html'].map((file) => `dist/${file}`);
}

export default [
  { name: 'to a usable sign-in', path: needed('index'), limit: '130 kB', gzip: true },
  { name: 'to an open list', path: needed('index', 'common'), limit: '265 kB', gzip: true },
];
