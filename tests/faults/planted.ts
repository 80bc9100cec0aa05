/** Faults planted into a copy of the server. Each must be caught, otherwise the checks prove nothing. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ground, makeGround } from './grounds.ts';
import { play } from './play.ts';
import { draw, type Engine, type FaultKind } from './schedule.ts';

/** Seeds tried until a fault shows. */
const MOST_SEEDS = 8;

interface Planted {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly engine: Engine;
  /** The faults it is played under. */
  readonly only: FaultKind;
  /** The sentence by which the checks report it. */
  readonly caught: RegExp;
}

const PLANTED: readonly Planted[] = [
  {
    name: 'keys of writes are ignored',
    file: 'server/rest/once.ts',
    from: "if (key === undefined || request.method === 'GET'",
    to: "if (key !== '' || request.method === 'GET'",
    engine: 'postgres',
    only: 'cut',
    caught: /acknowledged, but not kept/,
  },
  {
    name: 'a commit is acknowledged before it is on the disk',
    file: 'server/db/postgres.ts',
    from: "set statement_timeout = '30s';",
    to: "set statement_timeout = '30s'; set synchronous_commit = off;",
    engine: 'postgres',
    only: 'kill database',
    caught: /acknowledged, but not kept/,
  },
  {
    name: 'a lost connection is not listened to',
    file: 'server/db/postgres.ts',
    from: "client.on('error', () => {});",
    to: '',
    engine: 'postgres',
    only: 'kill database',
    caught: /ended by itself/,
  },
  {
    name: 'outlines are not settled',
    file: 'server/estimates/sections.ts',
    from: 'for (const { list_id } of lists) await settleOutline(query, teamId, list_id);',
    to: 'void lists;',
    engine: 'embedded',
    only: 'cut',
    caught: /section \d+ is kept as/,
  },
  {
    name: 'subscribers are not notified',
    file: 'server/history/record.ts',
    from: 'notify(tx, projectTopic(projectId))',
    to: "notify(tx, 'nobody')",
    engine: 'embedded',
    only: 'cut',
    caught: /subscriber \d last heard/,
  },
  {
    name: 'the price of a version is not kept',
    file: 'server/estimates/summary.ts',
    from: 'doUpdateSet({ price })',
    to: "doUpdateSet({ price: '1.00' })",
    engine: 'embedded',
    only: 'cut',
    caught: /version \d+ is kept as/,
  },
  {
    name: 'an edit on an old revision is accepted',
    file: 'server/history/stale.ts',
    from: 'if (revision === null) return;',
    to: 'if (revision !== 0) return;',
    engine: 'postgres',
    only: 'cut',
    caught: /made on revision/,
  },
  {
    name: 'a claim may leave its range',
    file: 'server/acts/rows.ts',
    from: 'return allowedRange(estimated, [first ?? 0n, ...later]);',
    to: 'return { min: -(10n ** 14n), max: later.length > 99 ? first : 10n ** 14n };',
    engine: 'embedded',
    only: 'cut',
    caught: /is done .* up to act/,
  },
  {
    name: 'SIGTERM cuts requests off',
    file: 'server/main.ts',
    from: 'end(0);',
    to: 'process.exit(0);',
    engine: 'postgres',
    only: 'stop node',
    caught: /did not answer .* after SIGTERM/,
  },
  {
    name: 'a refresh token sent again counts as stolen at once',
    file: 'server/people/tokens.ts',
    from: 'grace: 30 }',
    to: 'grace: 0 }',
    engine: 'postgres',
    only: 'hold',
    caught: /signed out/,
  },
];

/** A copy of the server with one fault in it. Throws when the code to change no longer exists. */
function plant({ name, file, from, to }: Planted, project: string): { readonly tree: string; remove(): void } {
  const tree = mkdtempSync(join(tmpdir(), 'actum-planted-'));
  for (const part of ['server', 'domain', 'package.json']) cpSync(join(project, part), join(tree, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(tree, 'node_modules'));
  const text = readFileSync(join(tree, file), 'utf8');
  if (!text.includes(from)) throw new Error(`"${name}" cannot be planted: ${file} has no "${from}" any more`);
  writeFileSync(
    join(tree, file),
    text.replace(from, () => to),
  );
  return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) };
}

/** Plays schedules on each planted fault until it is caught. Returns the names of those that were not. */
export async function missed(project: string, tell: (line: string) => void): Promise<string[]> {
  const grounds = new Map<Engine, Ground>();
  const names: string[] = [];
  for (const planted of PLANTED) {
    const ground = grounds.get(planted.engine) ?? (await makeGround(planted.engine));
    grounds.set(planted.engine, ground);
    const { tree, remove } = plant(planted, project);
    let found: string | undefined;
    let seed = 0;
    while (found === undefined && seed < MOST_SEEDS) {
      seed += 1;
      const { problems } = await play(draw(seed, planted.engine, { only: planted.only }), ground, tree);
      found = problems.find((problem) => planted.caught.test(problem));
    }
    tell(`${found === undefined ? 'MISSED' : 'caught'} ${planted.name}${found === undefined ? '' : ` at seed ${seed}: ${found}`}`);
    if (found === undefined) names.push(planted.name);
    remove();
  }
  for (const ground of grounds.values()) await ground.close();
  return names;
}
