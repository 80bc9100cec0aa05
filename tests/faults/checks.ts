/** Checks after all faults: the journals against the audit, sums against a recount, history against itself. */
import { sql } from 'kysely';
import { Refused, restCall } from '../../domain/api/call.ts';
import type { Route } from '../../domain/api/routes.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { readConfig } from '../../server/config.ts';
import type { Database, Query } from '../../server/db/open.ts';
import { serve } from '../../server/serve.ts';
import { createHttp } from '../../src/services/http.ts';
import { type Content, SECRET, signedIn } from './content.ts';
import type { Entry, Journal } from './journal.ts';
import { storedBytes, wrongTotals } from './totals.ts';

interface Audited {
  readonly tx: string;
  readonly relation: string;
  readonly op: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
interface Kept {
  readonly tx: string;
  readonly status: number | null;
  readonly body: string | null;
}
type Evidence = Awaited<ReturnType<typeof evidenceIn>>;

const nameOf = (userId: unknown, key: unknown) => `${userId} ${key}`;

async function evidenceIn(query: Query) {
  const { rows: audit } = await sql<Audited>`select tx, relation, op, before, after from fault_audit order by n`.execute(query);
  const answers = await query.selectFrom('kept_answers').selectAll().execute();
  const txs = new Map(
    audit.filter(({ relation }) => relation === 'kept_answers').map(({ tx, after }) => [nameOf(after?.user_id, after?.key), tx]),
  );
  const kept = new Map<string, Kept>(
    answers.map(({ user_id, key, status, body }) => [nameOf(user_id, key), { tx: txs.get(nameOf(user_id, key)) ?? '', status, body }]),
  );
  const byTx = Map.groupBy(audit, ({ tx }) => tx);
  return { audit, kept, inTx: (tx: string) => byTx.get(tx) ?? [] };
}

const isEvent = ({ relation, op }: Audited) => relation === 'recent_events' && op === 'INSERT';
const isStep = ({ relation, op }: Audited) => relation === 'recent_events' && op === 'UPDATE';

/** Writes that are an event whenever they are done. */
const ALWAYS: readonly Route[] = ['POST /lists/:id/rows/', 'DELETE /rows/:id/', 'POST /versions/:id/acts/', 'DELETE /acts/:id/'];
const STEPS: readonly Route[] = ['POST /projects/:id/history/backward/', 'POST /projects/:id/history/forward/'];

/** How many events, and steps through history, an acknowledged write left: at least and at most. */
function expected({ route, call, answer }: Entry): { readonly events: readonly [number, number]; readonly steps: number } {
  if (STEPS.includes(route)) return { events: [0, 0], steps: 1 };
  if (ALWAYS.includes(route)) return { events: [1, 1], steps: 0 };
  if (route === 'PUT /rows/:id/') {
    const count = (answer as { row: Row }).row.revision === call.revision ? 0 : 1;
    return { events: [count, count], steps: 0 };
  }
  return { events: [0, 1], steps: 0 };
}

function wrongEntry(entry: Entry, evidence: Evidence): string[] {
  const kept = evidence.kept.get(nameOf(entry.userId, entry.key));
  const what = `${entry.route} (${entry.call.path}${entry.mark === null ? '' : `, "${entry.mark}"`})`;
  const done = kept === undefined ? [] : evidence.inTx(kept.tx);
  const [events, steps] = [done.filter(isEvent).length, done.filter(isStep).length];
  if (entry.outcome === 'refused') {
    const isSame = kept === undefined || (kept.status === entry.status && sameJson(kept.body, entry.answer));
    return [
      ...(events + steps > 0 ? [`refused, yet done: ${what}`] : []),
      ...(isSame ? [] : [`refused with ${entry.status}, another answer is kept: ${what}`]),
    ];
  }
  if (entry.outcome === 'uncertain') return events > 1 || steps > 1 ? [`done more than once: ${what}`] : [];
  if (kept === undefined) return [`acknowledged, but not kept: ${what}`];
  if (!sameJson(kept.body, entry.answer)) return [`acknowledged with another answer than is kept: ${what}`];
  const wanted = expected(entry);
  const isRight = events >= wanted.events[0] && events <= wanted.events[1] && steps === wanted.steps;
  return [
    ...(isRight ? [] : [`acknowledged, but ${events} events and ${steps} steps are stored: ${what}`]),
    ...(entry.route === 'PUT /rows/:id/' && events === 1 ? wrongEdit(entry, done, what) : []),
  ];
}

const sameJson = (body: string | null, answer: unknown) => body !== null && JSON.stringify(JSON.parse(body)) === JSON.stringify(answer);

/** An edit is stored under the revision it was answered with, and was made on the one it was sent with. */
function wrongEdit({ call, answer }: Entry, done: readonly Audited[], what: string): string[] {
  const { row } = answer as { row: Row };
  const image = done.find(({ relation, after }) => relation === 'estimate_rows' && after?.id === row.id);
  if (image?.after?.revision !== row.revision) return [`acknowledged, but not stored at revision ${row.revision}: ${what}`];
  return image.before?.revision === call.revision ? [] : [`made on revision ${image.before?.revision}, not ${call.revision}: ${what}`];
}

/** The writes that made a revision no row has had before; undo and redo bring earlier ones back. */
function firstTimes(audit: readonly Audited[]): Audited[] {
  const seen = new Set<unknown>();
  return audit.filter(({ after }) => {
    const key = `${after?.id} ${after?.revision}`;
    if (after === null || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Each mark is in the rows as often as its write was done. */
function wrongMarks(entries: readonly Entry[], { audit }: Evidence): string[] {
  const rows = firstTimes(audit.filter(({ relation }) => relation === 'estimate_rows'));
  const byName = Map.groupBy(rows, ({ after }) => after?.name);
  return entries.flatMap(({ mark, outcome, route }) => {
    if (mark === null) return [];
    const marked = byName.get(mark) ?? [];
    const isAdding = route === 'POST /lists/:id/rows/';
    const times = isAdding
      ? new Set(marked.map(({ after }) => after?.id)).size
      : new Set(marked.filter(({ before }) => before !== null && before.name !== mark).map(({ after }) => after?.revision)).size;
    if (times > 1) return [`done ${times} times: ${route} "${mark}"`];
    if (times === 0 && outcome === 'acknowledged') return [`acknowledged, but never stored: ${route} "${mark}"`];
    return [];
  });
}

/** Events that no client has written. */
function strangeEvents(journal: Journal, { audit, kept }: Evidence): string[] {
  const known = new Set(journal.entries.map(({ userId, key }) => kept.get(nameOf(userId, key))?.tx));
  return audit
    .filter((each) => isEvent(each) && !known.has(each.tx))
    .map(({ after }) => `nobody's event: ${after?.type} ${after?.entity_type} "${after?.subject}"`);
}

/** Rows whose values differ from the last write to them. */
async function wrongRows(query: Query, { audit }: Evidence): Promise<string[]> {
  const last = new Map<unknown, Audited>();
  for (const each of audit) if (each.relation === 'estimate_rows') last.set((each.after ?? each.before)?.id, each);
  const { rows } = await sql<{ image: { id: number } }>`select to_jsonb(r) as image from estimate_rows r`.execute(query);
  const now = new Map<unknown, unknown>(rows.map(({ image }) => [image.id, image]));
  return [...last].flatMap(([id, { after }]) =>
    JSON.stringify(now.get(id) ?? null) === JSON.stringify(after) ? [] : [`row ${id} is not what was last written to it`],
  );
}

/** Undoes every event of every project and redoes them: each stored byte must be what it was. */
async function wrongHistory(database: Database, content: Content): Promise<string[]> {
  const config = readConfig({ PORT: '0', DEMO: 'off', JWT_SECRET: SECRET });
  const running = await serve(config, { database, log: () => undefined });
  const accessTo = async (projectId: number) => {
    const person = content.people.find(({ project }) => project.id === projectId);
    return (await signedIn(database.query, config.jwtSecret, person?.id ?? 0)).access;
  };
  try {
    const send = createHttp(`${running.address}/api/v1`);
    const before = await storedBytes(database.query);
    const problems: string[] = [];
    const undone = new Map<number, number>();
    for (const { id } of content.projects) {
      const access = await accessTo(id);
      const back = () => send(restCall('POST /projects/:id/history/backward/', { params: { id }, body: {} }), { access, publicKey: null });
      undone.set(id, await stepsUntil(back, 'nothing_to_undo', problems));
    }
    problems.push(...(await wrongTotals(database.query)).map((problem) => `with all undone, ${problem}`));
    for (const { id } of content.projects) {
      const access = await accessTo(id);
      for (let left = undone.get(id) ?? 0; left > 0; left -= 1)
        await send(restCall('POST /projects/:id/history/forward/', { params: { id }, body: {} }), { access, publicKey: null });
    }
    const after = await storedBytes(database.query);
    for (const [table, bytes] of Object.entries(before)) if (after[table] !== bytes) problems.push(`undone and redone, ${table} differ`);
    problems.push(...(await wrongTotals(database.query)).map((problem) => `undone and redone, ${problem}`));
    return problems;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [`history was refused with ${error.status} ${error.code}`];
  } finally {
    await running.close();
  }
}

async function stepsUntil(step: () => Promise<unknown>, end: string, problems: string[]): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code !== end) problems.push(`undo stops after ${steps} steps with ${error.status} ${error.code}`);
      return steps;
    }
  }
}

/** Everything that is wrong in the database, one sentence each. Closes the database. */
export async function wrongIn(database: Database, journal: Journal, content: Content): Promise<string[]> {
  const evidence = await evidenceIn(database.query);
  const problems = [
    ...journal.entries.flatMap((entry) => wrongEntry(entry, evidence)),
    ...wrongMarks(journal.entries, evidence),
    ...strangeEvents(journal, evidence),
    ...(await wrongRows(database.query, evidence)),
    ...(await wrongTotals(database.query)),
  ];
  return [...problems, ...(await wrongHistory(database, content))];
}
