/** The test files to run against a mutant, those most likely to notice it first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Distances } from './imports.ts';
import { hashOf, type Reach } from './reach.ts';
import type { SourceMutant } from './source.ts';

/** Code that runs in processes of its own, where no call is noted, and the function that starts them. */
const IN_CHILDREN = { of: /^(?:server\/imports\/reading|domain)\//, startedBy: 'server/imports/reading/guard.ts' };
/** The embedded database has one connection, so only PostgreSQL shows a missing lock. */
const OF_LOCKS = /forUpdate|forShare|skipLocked|for (?:no key )?(?:update|share)|advisory/i;

const isOnEngines = (test: string) => /^tests\/server\/[^/]+$/.test(test);
/** Whether a test file runs some of its tests on PostgreSQL only. */
const needsPostgres = (test: string, root: string) => isOnEngines(test) && /=== 'postgres'/.test(readFileSync(join(root, test), 'utf8'));

const wordsOf = (path: string) =>
  new Set(
    path
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => !['tests', 'test', 'ts', 'tsx', 'server', 'view', 'views', 'src', 'domain', 'compose', 'services'].includes(word))
      .map((word) => word.replace(/s$/, '')),
  );

/**
 * The test files that called the mutant's function when calls were recorded; if its file has changed since, those that called anything in
 * it.
 */
function callersOf(mutant: SourceMutant, { tests, sources }: Reach[string], root: string): readonly string[] {
  const isSame = sources[mutant.path] === hashOf(join(root, mutant.path));
  const isInChildren = IN_CHILDREN.of.test(mutant.path);
  return Object.entries(tests).flatMap(([test, { calls }]) => {
    const called = calls[mutant.path];
    const isCaller = called !== undefined && (!isSame || called.includes(mutant.inFunction));
    return isCaller || (isInChildren && calls[IN_CHILDREN.startedBy]?.some((at) => at >= 0) === true) ? [test] : [];
  });
}

/** How long a test file, as the runner names it, takes in milliseconds: as recorded, otherwise about what most files of its kind take. */
export function durationOf(test: string, { postgres, ...others }: Reach): number {
  const path = test.replace(/^postgres:/, '');
  const recorded = path === test ? Object.values(others) : postgres === undefined ? [] : [postgres];
  return recorded.flatMap(({ tests }) => tests[path]?.took ?? [])[0] ?? (/^tests\/(?:server|views)\//.test(path) ? 10_000 : 1_000);
}

/**
 * Tests as the runner names them, the nearest first. Tests that are new or changed since the recording are included when they import the
 * file; tests that fail without a mutant are left out, because they would seem to catch every one.
 */
export function testsOf(mutant: SourceMutant, reach: Reach, distances: Distances, root: string): readonly string[] {
  const recorded = Object.values(reach);
  const callers = new Set(recorded.flatMap((project) => callersOf(mutant, project, root)));
  const isKnown = (test: string) => {
    const now = hashOf(join(root, test));
    const projects = needsPostgres(test, root) ? [reach.postgres ?? []].flat() : recorded;
    return projects.some(({ tests, failing }) => tests[test]?.hash === now || failing[test] === now);
  };
  const importers = [...distances].flatMap(([test, reached]) => (reached.has(mutant.path) && !isKnown(test) ? [test] : []));
  const near = wordsOf(mutant.path);
  const orderOf = (test: string) => {
    const reached = distances.get(test);
    const alike = [...wordsOf(test)].filter((word) => near.has(word)).length;
    const distance = reached?.get(mutant.path) ?? 9;
    // The less code a test reaches, the likelier it is to test this file.
    const size = Math.log2(reached?.size ?? 1000);
    const seconds = durationOf(test, reach) / 1000;
    return distance + size / 2 + Math.log2(1 + seconds) - 4 * alike;
  };
  const sorted = [...new Set([...callers, ...importers])]
    .map((test) => ({ test, order: orderOf(test) }))
    .sort((one, other) => one.order - other.order)
    .map(({ test }) => test);
  const isOfLock = OF_LOCKS.test(`${mutant.kind} ${mutant.before}`);
  return sorted.flatMap((test) => {
    if (isOfLock && isOnEngines(test)) return [`postgres:${test}`];
    return needsPostgres(test, root) ? [test, `postgres:${test}`] : [test];
  });
}
