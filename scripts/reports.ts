/** The outcome of a run of tests, from the JSON report of its runner. */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './pinned.mjs';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** The failed tests: file, title and the beginning of the error. Absent where nothing is known but the count. */
  readonly failures?: readonly string[];
}

interface VitestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly VitestFile[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Enough of an error to hold the expected value beside the received one. */
const LINES_SHOWN = 30;

function failure(file: string, title: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES_SHOWN);
  return `${relative(root, resolve(root, file))} > ${title}: ${lines.join('\n    ')}`;
}

/** The failed tests of a file, or the file itself where it failed outside its tests. */
function failedIn({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [failure(name, 'outside its tests', message)];
  return failed.map(({ fullName, failureMessages: [first] }) => failure(name, fullName, first));
}

function failedAmong({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        // A test that ran out of time has two errors: the second names the action that never ended.
        const errors = results.map((result) => result.errors ?? []).find((each) => each.length > 0);
        return failure(join('tests/e2e', file), `${title} (${projectName})`, errors?.map(({ message }) => message).join('\n'));
      }),
  );
  return [...own, ...suites.flatMap(failedAmong)];
}

export function vitestOutcome(path: string): Outcome {
  const { numPassedTests, numFailedTests, testResults } = read(path) as VitestReport;
  return { passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failedIn) };
}

export function playwrightOutcome(path: string): Outcome {
  const { stats, suites } = read(path) as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures: suites.flatMap(failedAmong) };
}
