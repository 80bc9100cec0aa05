/**
 * Schedules of faults, drawn from seeds. `npm run faults -- --seed 7 --engine postgres` replays one; `npm run faults -- --count 100 --first-seed 1 --engine
 * both --jobs 2` plays many and exits with 1 when a promise was broken; `npm run faults -- --planted` shows that the checks catch planted faults.
 */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeGround } from './grounds.ts';
import { missed } from './planted.ts';
import { type Outcome, play } from './play.ts';
import { described, draw, ENGINES, type Engine, type FaultKind } from './schedule.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const LOGS = join(PROJECT, 'test-results', 'faults');

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    'first-seed': { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'both' },
    jobs: { type: 'string', default: '1' },
    /** Faults of this kind only. */
    only: { type: 'string' },
    /** The server of another folder. */
    tree: { type: 'string', default: PROJECT },
    /** Plays planted faults instead, each of which must be caught. */
    planted: { type: 'boolean', default: false },
    worker: { type: 'boolean', default: false },
  },
});

interface Task {
  readonly engine: Engine;
  readonly seed: number;
}

/** Plays what it is sent, one after another, on grounds it keeps. */
function work(): void {
  const grounds = new Map<Engine, ReturnType<typeof makeGround>>();
  const playOne = async ({ engine, seed }: Task): Promise<void> => {
    const ground = grounds.get(engine) ?? makeGround(engine);
    grounds.set(engine, ground);
    const schedule = draw(seed, engine, { only: (values.only ?? null) as FaultKind | null });
    try {
      process.send?.(await play(schedule, await ground, values.tree));
    } catch (error) {
      const problems = [`the harness failed: ${error instanceof Error ? error.stack : String(error)}`];
      process.send?.({
        schedule,
        problems,
        acknowledged: 0,
        refused: 0,
        attempts: 0,
        unanswered: 0,
        seconds: [],
        log: '',
      } satisfies Outcome);
    }
  };
  const leave = async (): Promise<void> => {
    for (const ground of grounds.values()) await (await ground).close();
    process.exit(0);
  };
  process.on('message', (task: Task) => void playOne(task));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('disconnect', () => void leave());
}

function report({ schedule, problems, acknowledged, refused, unanswered, seconds, log }: Outcome): void {
  const figures = `${acknowledged} acknowledged, ${refused} refused, ${unanswered} not answered, ${seconds.map((part) => part.toFixed(1)).join(' + ')} s`;
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${described(schedule)} — ${figures}`);
  for (const problem of problems) console.log(`       ${problem}`);
  if (problems.length === 0) return;
  mkdirSync(LOGS, { recursive: true });
  writeFileSync(join(LOGS, `${schedule.engine}-${schedule.seed}.log`), `${described(schedule)}\n${problems.join('\n')}\n${log}`);
}

async function lead(): Promise<void> {
  const engines = ENGINES.filter((engine) => values.engine === 'both' || values.engine === engine);
  const first = Number(values.seed ?? values['first-seed']);
  const count = values.seed === undefined ? Number(values.count) : 1;
  const tasks = engines.flatMap((engine) => Array.from({ length: count }, (_, at): Task => ({ engine, seed: first + at })));
  const outcomes: Outcome[] = [];
  await Promise.all(Array.from({ length: Math.min(Number(values.jobs), tasks.length) }, () => job(tasks, outcomes)));
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  console.log(
    `\n${outcomes.length} schedules, ${sum(({ schedule }) => schedule.faults.length)} faults, ${sum(({ acknowledged }) => acknowledged)} writes acknowledged, ${failed.length} failed`,
  );
  for (const { schedule } of failed) console.log(`  npm run faults -- --seed ${schedule.seed} --engine ${schedule.engine}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

async function job(tasks: Task[], outcomes: Outcome[]): Promise<void> {
  const worker = fork(import.meta.filename, [...process.argv.slice(2), '--worker']);
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    const answered = new Promise<Outcome>((resolve, reject) => {
      worker.once('message', (outcome: Outcome) => resolve(outcome));
      worker.once('exit', (code) => reject(new Error(`A job ended with ${code}`)));
    });
    worker.send(task);
    const outcome = await answered;
    worker.removeAllListeners('exit');
    outcomes.push(outcome);
    report(outcome);
  }
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  worker.disconnect();
  await gone;
}

async function prove(): Promise<void> {
  const names = await missed(PROJECT, console.log);
  console.log(names.length === 0 ? '\nEvery planted fault was caught' : `\nNot caught: ${names.join(', ')}`);
  process.exit(names.length === 0 ? 0 : 1);
}

if (values.worker) work();
else await (values.planted ? prove() : lead());
