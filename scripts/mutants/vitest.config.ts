/** The tests as they are run against mutants: one file at a time, given up sooner. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import base from '../../vitest.config.ts';
import { inScope } from './scope.ts';
import { instrumented } from './source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isRecording = process.env.REACHED_DIR !== undefined;

/** Functions note that they are called. */
const recording: Plugin = {
  name: 'recording',
  enforce: 'pre',
  transform(code, id) {
    const path = id.slice(root.length);
    return id.startsWith(root) && inScope(path) ? { code: instrumented(path, code), map: null } : null;
  },
};

const projects = (base.test?.projects ?? []).flatMap((project: TestProjectConfiguration) => {
  if (typeof project !== 'object' || !('test' in project)) return [];
  const { test } = project;
  const setupFiles = [test.setupFiles ?? [], isRecording ? fileURLToPath(new URL('reached.setup.ts', import.meta.url)) : []].flat();
  return [{ ...project, test: { ...test, setupFiles, testTimeout: 40_000, hookTimeout: 40_000 } }];
});

export default defineConfig({
  ...base,
  root,
  plugins: [...(base.plugins ?? []), ...(isRecording ? [recording] : [])],
  // Isolated, because a recording needs the calls each file causes, those while its modules are loaded too.
  test: { ...base.test, projects, isolate: true, maxWorkers: 1, fsModuleCache: false, cache: false, bail: isRecording ? 0 : 1 },
});
