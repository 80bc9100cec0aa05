import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite';

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
/** Puts src/ahead.ts into the page, before everything else and on its own, with the names of the files it may fetch. */
export const ahead: Plugin = {
  name: 'ahead',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    async handler(_, bundle) {
      const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
      const parts = [...chunks.values()].filter(({ name }) => NAMED.includes(name)).map((part) => [part.name, filesOf(part, chunks)]);
      const { code } = await minify(AHEAD, (await transformWithOxc(readFileSync(AHEAD, 'utf8'), AHEAD)).code, {
        compress: true,
        mangle: true,
        module: true,
      });
      const source = code.replace('__FILES__', `(${JSON.stringify(Object.fromEntries(parts))})`);
      this.emitFile({ type: 'asset', name: 'ahead.js', source });
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const script = Object.values(bundle ?? {}).find((file) => file.type === 'asset' && file.names.includes('ahead.js'));
      if (script === undefined) throw new Error('src/ahead.ts is not in the build');
      return html.replace('<meta charset="utf-8" />', `$&\n    <script type="module" src="/${script.fileName}"></script>`);
    },
  },
};
