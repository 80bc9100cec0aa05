/** Which test files import which file, however indirectly: known without running anything. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** By test file, the number of imports from it to each file that it reaches. */
export type Distances = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function distancesFrom(root: string, tests: readonly string[]): Distances {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (path: string): readonly string[] => {
    const known = imports.get(path);
    if (known !== undefined) return known;
    const { module } = parseSync(path, readFileSync(join(root, path), 'utf8'));
    const asked = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
      ...module.dynamicImports.map(({ moduleRequest }) =>
        readFileSync(join(root, path), 'utf8').slice(moduleRequest.start + 1, moduleRequest.end - 1),
      ),
    ];
    const own = asked
      .filter((each) => each.startsWith('.'))
      .map((each) => normalize(join(dirname(path), each)).replaceAll('\\', '/'))
      .filter((each) => /\.tsx?$/.test(each) && existsSync(join(root, each)));
    imports.set(path, own);
    return own;
  };
  const from = (test: string) => {
    const distances = new Map([[test, 0]]);
    const left = [test];
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const next = (distances.get(path) ?? 0) + 1;
      for (const imported of importsOf(path)) {
        if (distances.has(imported)) continue;
        distances.set(imported, next);
        left.push(imported);
      }
    }
    return distances;
  };
  return new Map(globSync([...tests], { cwd: root }).map((test) => [test.replaceAll('\\', '/'), from(test.replaceAll('\\', '/'))]));
}
