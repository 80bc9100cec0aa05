import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allModels } from '../models.ts';
import { declaredTransitions, transitionKey } from '../transitions.ts';
import type { Layer, Taken } from './notes.ts';

const LAYERS: readonly Layer[] = ['alone', 'view', 'browser'];

interface Walked {
  readonly machine: string;
  readonly declared: number;
  readonly missed: Readonly<Record<Layer, readonly string[]>>;
}

function takenIn(folder: string, layer: Layer): readonly Taken[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${layer}-`));
  return files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly Taken[]);
}

/** The transitions of each machine that the layers walked, read from a folder. A machine made under another name counts for its maker. */
export async function walkedIn(folder: string): Promise<readonly Walked[]> {
  const machines = (await allModels()).map(({ machine }) => ({ id: machine.id, keys: declaredTransitions(machine).map(transitionKey) }));
  const known = new Set(machines.map(({ id }) => id));
  const byLayer = Object.fromEntries(LAYERS.map((layer) => [layer, takenIn(folder, layer)])) as Record<Layer, readonly Taken[]>;
  const named = (key: string, from: string, to: string) => key.replaceAll(`#${from}`, `#${to}`).replaceAll(`.${from}.`, `.${to}.`);
  return machines.map(({ id, keys }) => {
    const missedIn = (layer: Layer) => {
      const taken = new Set(
        byLayer[layer].flatMap(([machine, key]) => (machine === id ? [key] : known.has(machine) ? [] : [named(key, machine, id)])),
      );
      return keys.filter((key) => !taken.has(key));
    };
    return {
      machine: id,
      declared: keys.length,
      missed: { alone: missedIn('alone'), view: missedIn('view'), browser: missedIn('browser') },
    };
  });
}

const LEAST_IN_BROWSER = 0.9;

const missedIn = (walked: readonly Walked[], layer: Layer) => walked.flatMap(({ missed }) => missed[layer]);

/** Alone and in view every transition must be walked. In the browser only those in `unreached` may be missing. */
export const unwalked = (walked: readonly Walked[], unreached: Readonly<Record<string, string>>): readonly string[] => [
  ...missedIn(walked, 'alone').map((key) => `never walked alone: ${key}`),
  ...missedIn(walked, 'view').map((key) => `never walked in view: ${key}`),
  ...missedIn(walked, 'browser')
    .filter((key) => !(key in unreached))
    .map((key) => `never walked in the browser, and no reason why: ${key}`),
];

/** The faults of all machines together: in the browser at most a tenth may be missing, whatever the reasons. */
export function faultsOf(walked: readonly Walked[], unreached: Readonly<Record<string, string>>): readonly string[] {
  const declared = walked.reduce((total, one) => total + one.declared, 0);
  const inBrowser = declared - missedIn(walked, 'browser').length;
  return [
    ...unwalked(walked, unreached),
    ...(inBrowser < LEAST_IN_BROWSER * declared
      ? [`the browser walked ${inBrowser} of ${declared} transitions, less than nine in ten`]
      : []),
  ];
}

/** The machines whose own test is among these files, together with tests of views and of the browser: a short run can report on these machines. */
export function machinesWalkedBy(files: readonly string[]): readonly string[] {
  const isEveryLayer = ['tests/views/', 'tests/e2e/'].every((folder) => files.some((file) => file.includes(folder)));
  return isEveryLayer ? files.flatMap((file) => /tests\/machines\/(\w+)\.test\.ts$/.exec(file)?.[1] ?? []) : [];
}

/** One line for each machine: declared, walked alone, in view, in the browser. */
export function tableOf(walked: readonly Walked[]): string {
  const counts = ({ declared, missed }: Walked) => LAYERS.map((layer) => declared - missed[layer].length);
  const rows = walked.map((one) => [one.machine, one.declared, ...counts(one)]);
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0);
  const lines = [['machine', 'transitions', 'walked alone', 'in view', 'in the browser'], ...rows, ['all', sum(1), sum(2), sum(3), sum(4)]];
  return lines
    .map(([name, ...numbers]) => `${String(name).padEnd(16)}${numbers.map((number) => String(number).padStart(16)).join('')}`)
    .join('\n');
}
