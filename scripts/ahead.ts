import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { FOR_TESTS } from './compressed.ts';

type Chunk = Rolldown.OutputChunk;

/** Parts that src/ahead.ts names. */
const NAMED = ['common', 'summary', 'live', 'tools'];
const AHEAD = fileURLToPath(new URL('../src/ahead.ts', import.meta.url));
/** The files a part of the client consists of, without those of the first page. */
function filesOf(part: Chunk, chunks: ReadonlyMap<string, Chunk>): string[] {
  const needed = [part.fileName, ...(part.viteMetadata?.importedCss ?? [])];
  const imported = part.imports.flatMap((name) => chunks.get(name) ?? []).filter(({ isEntry }) => !isEntry);
  return [...new Set([...needed, ...imported.flatMap((each) => filesOf(each, chunks))])];
}
/** src/ahead.ts as a script that runs where it stands in the page. */
async function scriptOf(files: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const { code } = await minify(AHEAD, (await transformWithOxc(readFileSync(AHEAD, 'utf8'), AHEAD)).code, {
    compress: true,
    mangle: true,
    module: true,
  });
  return `(()=>{${code.replace('export{};', '').replace('__FILES__', () => `(${JSON.stringify(files)})`)}})()`;
}

/**
 * Writes src/ahead.ts into the page, behind the first script, which is so requested before what it fetches. As a file of its own it would come one way there
 * and back later, and wait for the page's styles. The server's policy allows the page's own scripts by their hashes (server/rest/page.ts).
 */
export const ahead: Plugin = {
  name: 'ahead',
  apply: (_, { command, mode }) => command === 'build' && mode !== FOR_TESTS,
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const chunks = new Map(Object.values(bundle ?? {}).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
      const parts = [...chunks.values()].filter(({ name }) => NAMED.includes(name)).map((part) => [part.name, filesOf(part, chunks)]);
      const script = await scriptOf(Object.fromEntries(parts));
      return html.replace(/\s*<\/head>/, (end) => `\n    <script>${script}</script>${end}`);
    },
  },
};
