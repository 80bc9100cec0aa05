import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openServer } from '../../server/db/postgres.ts';
import { hasPgbouncer, startPgbouncer } from '../pgbouncer.ts';
import { startServer } from './harness.ts';
import { listening, socketTo } from './listening.ts';

const engine = inject('engine');
const isHere = engine.kind === 'postgres' && hasPgbouncer;
if (engine.kind === 'postgres' && !hasPgbouncer) console.warn('pgbouncer is not installed: nothing was tried behind it');

describe.runIf(isHere)('behind pgbouncer in transaction mode', () => {
  test('people edit at once through two processes and see each other, and no limit or prepared statement is left behind on a connection', async () => {
    const socket = new URL(engine.kind === 'postgres' ? engine.adminUrl : '').searchParams.get('host') ?? '';
    const pooler = await startPgbouncer(socket, { default_pool_size: '3' });
    onTestFinished(() => pooler.stop());
    const one = await startServer({}, (direct) => openServer(pooler.url(new URL(direct).pathname.slice(1)), direct));
    onTestFinished(() => one.close());
    const two = await one.second();
    onTestFinished(() => two.close());
    const person = await one.person();
    const project = await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Pooled' } });
    const version = await person.call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
    const { list } = await person.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Pooled' } });
    const rows = Array.from({ length: 40 }, (_, at) => ({ name: `Row ${at}`, quantity: '1', unit_labour: '2.5' }));
    const { ids } = await person.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });

    const client = socketTo(two.address, person.tokens.access);
    onTestFinished(() => void client.dispose());
    const events = listening(client, project.id);
    await events.count(1);
    const write = (id: number, at: number) =>
      fetch(`${(at % 2 === 0 ? one : two).address}/api/v1/rows/${id}/`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${person.tokens.access}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ quantity: String(at + 1) }),
      });
    const answers = await Promise.all(ids.map(write));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await events.count(2);
    const { subtotal } = await person.call('GET /versions/:id/summary/', { params: { id: version.id } });
    // 2.5 × (1 + … + 40)
    expect(Number(subtotal.total)).toBe(2050);

    const { query } = one.database;
    const limits = sql<{ limit: string; jit: string; prepared: number }>`
      select current_setting('statement_timeout') as limit, current_setting('jit') as jit, (select count(*)::int from pg_prepared_statements) as prepared`;
    const inside = await query.transaction().execute((tx) => limits.execute(tx));
    const outside = await Promise.all([1, 2, 3, 4, 5, 6].map(() => limits.execute(query)));
    expect(inside.rows).toEqual([{ limit: '30s', jit: 'off', prepared: 0 }]);
    expect(outside.flatMap(({ rows: found }) => found)).toEqual(Array.from({ length: 6 }, () => ({ limit: '0', jit: 'on', prepared: 0 })));
  });
});
