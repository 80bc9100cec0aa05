/** Finds exports that no other file imports: either the word `export` is wrong there, or the code is dead. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

type Sources = ReadonlyMap<string, string>;

/** These files are loaded by a tool, by their name or in the place of a package's file, so no import names them. */
const LOADED = [
  /(^|\/)[^/]+\.config\.ts$/,
  /^tests\/server\/\w+\.setup\.ts$/,
  /^tests\/e2e\/walk\/build\.ts$/,
  /\/xstate\.ts$/,
  /\.model\.ts$/,
  /^src\/services\/(workbook\/zip|codeFiles)\.ts$/,
];

interface Import {
  readonly from: string;
  /** Whether this export of the module is imported. */
  readonly takes: (name: string) => boolean;
}
interface Module {
  readonly exported: readonly { readonly name: string; readonly start: number }[];
  readonly imports: readonly Import[];
}

function moduleOf(path: string, source: string): Module {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const resolved = (request: string) => (request.startsWith('.') ? join(dirname(path), request) : request);
  const nameOf = ({ kind, name }: { readonly kind: string; readonly name: string | null }) => (kind === 'Default' ? 'default' : name);
  const mentioned = (name: string) => new RegExp(`\\b${name}\\b`).test(source);
  /** A namespace object that is passed on uses all its names; of any other, only the names that the file mentions count as used. */
  const inObject = (object: string, { start, end }: { readonly start: number; readonly end: number }) =>
    new RegExp(`(?<![\\w.])${object}\\b(?!\\s*\\.)`).test(source.slice(0, start) + source.slice(end)) ? () => true : mentioned;
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  return {
    exported: exports.flatMap(({ exportName, start }) => {
      const name = nameOf(exportName);
      return name === null ? [] : [{ name, start }];
    }),
    imports: [
      ...module.staticImports.flatMap((statement) =>
        statement.entries.map(({ importName, localName }) => {
          const name = nameOf(importName);
          const takes = name === null ? inObject(localName.value, statement) : (each: string) => each === name;
          return { from: resolved(statement.moduleRequest.value), takes };
        }),
      ),
      ...exports.flatMap(({ moduleRequest, importName }) =>
        moduleRequest === null ? [] : [{ from: resolved(moduleRequest.value), takes: (each: string) => each === nameOf(importName) }],
      ),
      ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
        const request = /^'(.+)'$/.exec(source.slice(start, end))?.[1];
        return request === undefined ? [] : [{ from: resolved(request), takes: mentioned }];
      }),
    ],
  };
}

/** "path:line name" of each export that no other file imports. Types count like values. */
export function unusedExports(sources: Sources): readonly string[] {
  const modules = [...sources].map(([path, source]) => ({ path, source, ...moduleOf(path, source) }));
  const importsOf = Map.groupBy(
    modules.flatMap(({ imports }) => imports),
    ({ from }) => from,
  );
  return modules
    .filter(({ path }) => !LOADED.some((each) => each.test(path)))
    .flatMap(({ path, source, exported }) =>
      exported
        .filter(({ name }) => importsOf.get(path)?.some(({ takes }) => takes(name)) !== true)
        .map(({ name, start }) => `${path}:${source.slice(0, start).split('\n').length} ${name}`),
    );
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const paths = globSync(['{domain,inspector,scripts,server,src,tests,walking}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'], {
    cwd: root,
    exclude: ['src/messages/compiled/**'],
  });
  const sources = new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const unused = unusedExports(sources);
  for (const each of unused) console.error(`${each} is exported, and no other file imports it`);
  console.log(`${paths.length} files: ${unused.length} exports that no file imports`);
  process.exitCode = unused.length === 0 ? 0 : 1;
}
