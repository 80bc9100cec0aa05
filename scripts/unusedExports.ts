/** Finds exports that no other file imports: the word `export` there is wrong, or the code is dead. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

type Sources = ReadonlyMap<string, string>;

/** These files are loaded by a tool, by their name or in the place of a package's file, so nobody imports them. */
const LOADED = [
  /(^|\/)[^/]+\.config\.ts$/,
  /^tests\/server\/\w+\.setup\.ts$/,
  /^tests\/e2e\/walk\/build\.ts$/,
  /\/xstate\.ts$/,
  /\.model\.ts$/,
  /^src\/services\/workbook\/zip\.ts$/,
];

interface Module {
  readonly exported: readonly { readonly name: string; readonly start: number }[];
  /** What the file takes of others: one name, or with null whatever of theirs it mentions. */
  readonly taken: readonly { readonly from: string; readonly name: string | null }[];
}

/** `as` is spelled out because parsers tell a default export by its kind and not by its name. */
const nameOf = ({ kind, name }: { readonly kind: string; readonly name: string | null }) => (kind === 'Default' ? 'default' : name);

function moduleOf(path: string, source: string): Module {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const resolved = (request: string) => (request.startsWith('.') ? join(dirname(path), request) : request);
  const own = module.staticExports.flatMap(({ entries }) => entries);
  return {
    exported: own.flatMap(({ exportName, start }) => {
      const name = nameOf(exportName);
      return name === null ? [] : [{ name, start }];
    }),
    taken: [
      ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
        entries.map(({ importName }) => ({ from: resolved(moduleRequest.value), name: nameOf(importName) })),
      ),
      ...own.flatMap(({ moduleRequest, importName }) =>
        moduleRequest === null ? [] : [{ from: resolved(moduleRequest.value), name: nameOf(importName) }],
      ),
      ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
        const request = /^'(.+)'$/.exec(source.slice(start, end))?.[1];
        return request === undefined ? [] : [{ from: resolved(request), name: null }];
      }),
    ],
  };
}

/** "path:line name" of each export that no other file takes. Types count like values. */
function unusedExports(sources: Sources): readonly string[] {
  const modules = new Map([...sources].map(([path, source]) => [path, moduleOf(path, source)]));
  const used = new Set<string>();
  for (const [path, { taken }] of modules)
    for (const { from, name } of taken) {
      const mentioned = name === null ? (modules.get(from)?.exported.map((each) => each.name) ?? []) : [name];
      for (const each of mentioned)
        if (name !== null || new RegExp(`\\b${each}\\b`).test(sources.get(path) ?? '')) used.add(`${from} ${each}`);
    }
  return [...modules].flatMap(([path, { exported }]) =>
    LOADED.some((each) => each.test(path))
      ? []
      : exported
          .filter(({ name }) => !used.has(`${path} ${name}`))
          .map(({ name, start }) => `${path}:${(sources.get(path) ?? '').slice(0, start).split('\n').length} ${name}`),
  );
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const paths = globSync(['{domain,inspector,scripts,server,src,tests,walking}/**/*.{ts,tsx,mts,mjs}', '*.{ts,mjs}'], {
    cwd: root,
    exclude: ['src/messages/compiled/**', '**/*.d.mts'],
  }).toSorted();
  const unused = unusedExports(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
  for (const each of unused) console.error(`${each} is exported, and no other file imports it`);
  console.log(`${paths.length} files: ${unused.length} exports that nobody imports`);
  process.exitCode = unused.length === 0 ? 0 : 1;
}
