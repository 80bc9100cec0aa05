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
  const rooms = (await allModels()).map(({ machine }) => ({ id: machine.id, keys: declaredTransitions(machine).map(transitionKey) }));
  const known = new Set(rooms.map(({ id }) => id));
  const byLayer = Object.fromEntries(LAYERS.map((layer) => [layer, takenIn(folder, layer)])) as Record<Layer, readonly Taken[]>;
  const named = (key: string, from: string, to: string) => key.replaceAll(`#${from}`, `#${to}`).replaceAll(`.${from}.`, `.${to}.`);
  return rooms.map(({ id, keys }) => {
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

/**
 * The faults of the coverage. Alone and in view every transition must be walked. In the browser only those in `unreached` may be missing, and at most a
 * tenth of all.
 */
export function faultsOf(walked: readonly Walked[], unreached: Readonly<Record<string, string>>): readonly string[] {
  const missedIn = (layer: Layer) => walked.flatMap(({ missed }) => missed[layer]);
  const declared = walked.reduce((total, one) => total + one.declared, 0);
  const inBrowser = new Set(missedIn('browser'));
  const isTooLittle = declared - inBrowser.size < LEAST_IN_BROWSER * declared;
  return [
    ...missedIn('alone').map((key) => `never walked alone: ${key}`),
    ...missedIn('view').map((key) => `never walked in view: ${key}`),
    ...[...inBrowser].filter((key) => !(key in unreached)).map((key) => `never walked in the browser, and no reason why: ${key}`),
    ...(isTooLittle ? [`the browser walked ${declared - inBrowser.size} of ${declared} transitions, less than nine in ten`] : []),
  ];
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
