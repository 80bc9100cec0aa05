import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../scripts/postgres.ts';
import { serversOf } from '../../server/db/hosts.ts';
import { openServer } from '../../server/db/postgres.ts';
import { freePort } from '../freePort.ts';

const HERE = 'postgres://ann:p%40ss@';

test.each([
  ['one/db', { url: `${HERE}one/db`, hosts: [] }],
  ['one:6432/db?sslmode=require', { url: `${HERE}one:6432/db?sslmode=require`, hosts: [] }],
  ['one/db?target_session_attrs=any', { url: `${HERE}one/db`, hosts: [] }],
  ['one/db?target_session_attrs=primary&target_session_attrs=any', { url: `${HERE}one/db`, hosts: [] }],
  ['one/db?target_session_attrs=any&target_session_attrs=primary', { url: `${HERE}one/db`, hosts: [{ host: 'one', port: 5432 }] }],
  ['one/db?target_session_attrs=read-write', { url: `${HERE}one/db`, hosts: [{ host: 'one', port: 5432 }] }],
  [
    'one,two:6432/db?sslmode=require&target_session_attrs=read-write',
    {
      url: `${HERE}one/db?sslmode=require`,
      hosts: [
        { host: 'one', port: 5432 },
        { host: 'two', port: 6432 },
      ],
    },
  ],
  [
    '[::1]:1,10.0.0.2/db',
    {
      url: `${HERE}[::1]:1/db`,
      hosts: [
        { host: '::1', port: 1 },
        { host: '10.0.0.2', port: 5432 },
      ],
    },
  ],
])('%s', (address, read) => {
  expect(serversOf(`${HERE}${address}`)).toEqual(read);
});

test('servers that accept no writes are refused, and so is an unknown host name', () => {
  expect(() => serversOf(`${HERE}one,two/db?target_session_attrs=standby`)).toThrow('only a server that takes writes is of use');
  expect(() => serversOf(`${HERE}one,,two/db`)).toThrow('DATABASE_URL names a server that is none');
});

/** A server on a port of its own that takes writes or not. */
async function startOne(readOnly: 'on' | 'off') {
  const port = await freePort();
  const server = await startPostgres({ settings: ['listen_addresses=127.0.0.1', `port=${port}`] });
  if (server === null) throw new Error('PostgreSQL is not installed');
  onTestFinished(() => server.stop());
  const administer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const becomes = (how: 'on' | 'off') => administer(`alter system set default_transaction_read_only = ${how}`, 'select pg_reload_conf()');
  await administer('create table kept (number int)');
  await becomes(readOnly);
  return { server, port, becomes };
}

describe.runIf(inject('engine').kind === 'postgres')('several servers', () => {
  test('the server that accepts writes is found, also after another has taken over', async () => {
    const [closed, first, second] = [await freePort(), await startOne('on'), await startOne('off')];
    const database = await openServer(`postgres://postgres@127.0.0.1:${closed},127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres`);
    onTestFinished(() => database.close());
    const heard: string[] = [];
    await database.listen(
      'test',
      (said) => heard.push(said),
      () => heard.push('gap'),
    );
    const write = () =>
      database.script('insert into kept values (1)').then(
        () => 'written',
        (error: { code?: string }) => error.code ?? String(error),
      );
    expect(await Promise.all([write(), write(), write()])).toEqual(['written', 'written', 'written']);

    await second.server.halt();
    expect(await write()).not.toBe('written');
    await first.becomes('off');
    await expect.poll(write, { interval: 50 }).toBe('written');
    await expect.poll(() => heard).toContain('gap');
    await database.script(`select pg_notify('test', 'from the new one')`);
    await expect.poll(() => heard).toContain('from the new one');

    // It stays up and becomes a replica of the other one, which comes back.
    await second.server.start();
    await first.becomes('on');
    // Refused where an old connection is still used; nothing is lost, and the next attempt finds the other server.
    expect(['25006', 'written']).toContain(await write());
    await expect.poll(write, { interval: 50 }).toBe('written');
  });
});
