/** People of several teams who edit without a pause, each edit under its key until it is answered, as the client's queue does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../server/db/open.ts';
import { startFamily } from '../../server/people/tokens.ts';

interface Editor {
  readonly access: string;
  readonly refresh: string;
  readonly taxId: number;
  readonly acknowledged: string[];
  answeredAt: number;
  signedOut: boolean;
}

export async function call(address: string, method: string, path: string, access: string, body: unknown, key?: string): Promise<Response> {
  return fetch(`${address}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${access}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
}

export async function makeEditors(address: string, database: Database, secret: string, count: number, projects: number): Promise<Editor[]> {
  const people: Editor[] = [];
  const taxes = new Map<number, number>();
  for (let at = 0; at < count; at += 1) {
    const email = `person-${at}@actum.example`;
    const { query } = database;
    const user = await query
      .insertInto('users')
      .values({ email, name: email, password: 'none', confirmed_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const inProject = at % projects;
    if (at < projects)
      await query
        .insertInto('teams')
        .values({ name: `Team ${at}` })
        .execute();
    await query
      .insertInto('members')
      .values({ team_id: inProject + 1, user_id: user.id, role: 'admin' })
      .execute();
    const tokens = await startFamily(query, new TextEncoder().encode(secret), { userId: user.id, password: 'none' });
    if (tokens === null) throw new Error(`${email} could not be signed in`);
    if (at < projects) {
      const answer = async <T>(response: Promise<Response>) => (await (await response).json()) as T;
      const project = await answer<{ id: number }>(
        call(address, 'POST', '/projects', tokens.access, { team_id: at + 1, name: `Project ${at}` }),
      );
      const version = await answer<{ id: number }>(
        call(address, 'POST', `/projects/${project.id}/versions/`, tokens.access, { name: 'First' }),
      );
      const { record } = await answer<{ record: { id: number } }>(
        call(address, 'POST', `/versions/${version.id}/taxes/`, tokens.access, { name: 'VAT' }),
      );
      taxes.set(at, record.id);
    }
    people.push({ ...tokens, taxId: taxes.get(inProject) ?? 0, acknowledged: [], answeredAt: 0, signedOut: false });
  }
  return people;
}

/** Sends one edit after the other until it is over. */
export async function edits(address: string, person: Editor, over: AbortSignal): Promise<void> {
  for (let count = 0; !over.aborted; count += 1) {
    const key = randomUUID();
    for (;;) {
      const response = await call(
        address,
        'PUT',
        `/taxes/${person.taxId}/`,
        person.access,
        { percent_total: String(count % 100) },
        key,
      ).catch(() => null);
      if (response?.status === 200) break;
      person.signedOut ||= response?.status === 401;
      if (response !== null && response.status !== 503) throw new Error(`${response.status} ${await response.text()}`);
      await wait(100 + Math.random() * 100);
    }
    person.acknowledged.push(key);
    person.answeredAt = performance.now();
    await wait(200 + Math.random() * 200);
  }
}
