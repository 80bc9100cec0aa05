/** Connects the metrics with the parts of the server that provide their values. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { backupStatus } from './backup/schedule.ts';
import type { Database } from './db/open.ts';
import { hearErrors } from './log.ts';
import * as metrics from './metrics.ts';

interface Sources {
  readonly database: Database;
  readonly live: { readonly sockets: () => number; readonly channels: () => number };
  /** Watches on the bus. */
  readonly watches: () => number;
}

const one = (ask: () => number) => () => [[{}, ask()]] as const;

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Adds the values of one server to the metrics of the process. The returned function removes them. */
export function addMetricSources({ database, live, watches }: Sources): () => void {
  const program = version();
  const queue = () =>
    database.query
      .selectFrom('outgoing_mails')
      .select(({ fn }) => [
        fn.countAll<number>().as('waiting'),
        sql<number | null>`extract(epoch from clock_timestamp() - min(next_try_at))::float8`.as('oldest'),
      ])
      .executeTakeFirstOrThrow();
  const schema = async () => {
    const { rows } = await sql<{ name: string }>`select max(name) as name from migrations`.execute(database.query);
    return rows[0]?.name.replace('.sql', '') ?? '';
  };
  const removals = [
    metrics.build.add(() => [[{ version: program, node: process.version }, 1]]),
    metrics.databaseInfo.add(async () => [[{ engine: database.kind, schema: await schema() }, 1]]),
    metrics.poolConnections.add(() => {
      const { inUse, idle } = database.pool();
      return [
        [{ state: 'in_use' }, inUse],
        [{ state: 'idle' }, idle],
      ];
    }),
    metrics.poolWaiting.add(one(() => database.pool().waiting)),
    metrics.liveSockets.add(one(live.sockets)),
    metrics.liveChannels.add(one(live.channels)),
    metrics.subscriptions.add(one(watches)),
    metrics.mailsWaiting.add(async () => [[{}, (await queue()).waiting]]),
    metrics.oldestMail.add(async () => [[{}, Math.max(0, (await queue()).oldest ?? 0)]]),
    metrics.backupSuccess.add(async () => {
      const { lastSuccess } = await backupStatus(database.query);
      return lastSuccess === null ? [] : [[{}, lastSuccess.getTime() / 1000]];
    }),
    hearErrors(() => metrics.errors.inc()),
  ];
  return () => {
    for (const remove of removals) remove();
  };
}
