/** Commands that an administrator runs on the machine itself, and their effect on people. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { actumCommand } from '../../server/administration/commands.ts';
import {
  disableAccount,
  enableAccount,
  listFactors,
  listPeople,
  listTeams,
  makeOwner,
  resetFactors,
  signOut,
} from '../../server/administration/people.ts';
import { mails, vacuumHistory } from '../../server/administration/upkeep.ts';
import { connectToServer, openControlSocket } from '../../server/control/socket.ts';
import { migrate, migrationNames } from '../../server/db/migrate.ts';
import { openServer } from '../../server/db/postgres.ts';
import { makeLog } from '../../server/log.ts';
import { temporaryFolder } from './dataFolder.ts';
import { emptyDatabaseUrl } from './emptyDatabase.ts';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const DISABLED = { code: 'account_disabled', detail: 'This account is disabled. Ask whoever runs Actum here' };

test('a disabled account is signed out at once and cannot sign in, and is told why; enabled again, it can', async () => {
  const ann = await server.person({ email: 'ann@example.com' });
  const made = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Stays' } });
  expect(await disableAccount(server.database, 'ANN@example.com')).toEqual([
    'ANN@example.com is disabled: the sessions have ended, and signing in is refused',
  ]);
  for (const call of [
    () => ann.call('GET /projects', { query: {} }),
    () => ann.call('PATCH /projects/:id/', { params: { id: made.id }, body: { name: 'Not any more' } }),
  ])
    expect((await refusal(call())).status).toBe(401);
  const signIn = (password: string) => server.call('POST /token/', { body: { email: 'ann@example.com', password } });
  expect(await refusal(signIn(PASSWORD))).toEqual({ status: 400, body: expect.objectContaining(DISABLED) });
  // A guessing stranger learns nothing about the account.
  expect(await refusal(signIn('not the password'))).toMatchObject({ body: { code: 'bad_credentials' } });
  expect(await refusal(server.call('POST /token/refresh/', { body: { refresh: ann.tokens.refresh } }))).toMatchObject({
    body: { code: 'refresh_refused' },
  });
  expect(await enableAccount(server.database, 'ann@example.com')).toEqual(['ann@example.com is enabled']);
  const tokens = await signIn(PASSWORD);
  expect((await server.call('GET /projects', { query: {} }, { access: tokens.access })).map(({ name }) => name)).toEqual(['Stays']);
});

test('an account is disabled in the very statement that checks a session, also when its sessions were not ended', async () => {
  const bob = await server.person();
  const { id } = await bob.call('POST /projects', { body: { team_id: bob.teamId, name: 'Yard' } });
  await sql`update users set disabled_at = now() where id = ${bob.id}`.execute(server.database.query);
  expect((await refusal(bob.call('POST /projects/:id/versions/', { params: { id }, body: {} }))).status).toBe(401);
  expect((await refusal(bob.call('GET /profile/', {}))).status).toBe(401);
  expect((await refusal(server.call('POST /token/refresh/', { body: { refresh: bob.tokens.refresh } }))).status).toBe(400);
});

test('the first owner chooses a password with the printed link, and owns a team', async () => {
  const [line = ''] = await makeOwner(server.database, { email: 'first@example.com', name: 'First', team: 'Builders' }, server.address);
  const hash = /password-recovery\/(\S+) /.exec(line)?.[1] ?? '';
  await server.call('POST /password_recovery/', { body: { hash, password: 'chosen-by-first' } });
  const { access } = await server.call('POST /token/', { body: { email: 'first@example.com', password: 'chosen-by-first' } });
  expect((await server.call('GET /profile/', {}, { access })).teams).toEqual([
    expect.objectContaining({ name: 'Builders', role: 'owner' }),
  ]);
  await expect(makeOwner(server.database, { email: 'FIRST@example.com', name: 'Again', team: 'x' }, '')).rejects.toThrow(
    'There is an account with the address FIRST@example.com already',
  );
  for (const email of ['first', 'first@', '@example.com', 'fir st@example.com', 'first@one@example.com'])
    await expect(makeOwner(server.database, { email, name: 'First', team: 'x' }, '')).rejects.toThrow(`${email} is no address of mail`);
  expect((await listTeams(server.database)).join('\n')).toMatch(/Builders +1 +0 +first@example\.com/);
  expect((await listPeople(server.database)).join('\n')).toMatch(/first@example\.com +First +enabled +1 +\d+ owner/);
  expect(await signOut(server.database, 'first@example.com')).toEqual(['1 session has ended']);
  expect((await refusal(server.call('GET /profile/', {}, { access }))).status).toBe(401);
  await expect(signOut(server.database, 'nobody@example.com')).rejects.toThrow('There is no account with the address nobody@example.com');
});

test('text that people typed cannot send commands or extra lines to the administrator’s terminal', async () => {
  const ann = await server.person();
  const name = '\u001b]0;title\u0007Masons\n1  Another  0  0  owner@example.com\u009b2J';
  await ann.call('POST /teams', { body: { name } });
  const shown = await listTeams(server.database);
  expect(shown.filter((line) => line.includes('Masons'))).toEqual([
    expect.stringContaining('\ufffd]0;title\ufffdMasons\ufffd1  Another  0  0  owner@example.com\ufffd2J'),
  ]);
  expect(shown.join('')).not.toMatch(/\p{Cc}/u);
});

test('history older than the set days is thinned and then removed; newer edits can be undone, and the effects of older ones stay', async () => {
  const ann = await server.person();
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const version = (await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} })).id;
  const titles = async () => (await ann.call('GET /versions/:id/summary/', { params: { id: version } })).costs.map(({ title }) => title);
  for (const title of ['Old', 'New']) await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title } });
  await sql`update recent_events set created_at = created_at - interval '40 days' where team_id = ${ann.teamId}
    and id < (select max(id) from recent_events where team_id = ${ann.teamId})`.execute(server.database.query);
  const [dry = '', removed = '', last] = await vacuumHistory(server.database, { undo: 30, log: 35 }, true);
  expect([dry, removed, last]).toEqual([
    expect.stringMatching(/^2 edits are older than 30 days/),
    expect.stringMatching(/^2 edits are older than 35 days/),
    'Nothing was changed',
  ]);
  const log = async () => (await ann.call('GET /projects/:id/history/', { params: { id }, query: {} })).events.length;
  expect(await vacuumHistory(server.database, { undo: 30, log: 100 }, false)).toEqual([dry, expect.stringMatching(/^0 edits/)]);
  expect(await log()).toBe(3);
  expect((await vacuumHistory(server.database, { undo: 30, log: 35 }, false))[1]).toBe(removed);
  expect(await log()).toBe(1);
  await ann.call('POST /projects/:id/history/backward/', { params: { id }, body: {} });
  expect(await titles()).toEqual(['Old']);
  expect(await refusal(ann.call('POST /projects/:id/history/backward/', { params: { id }, body: {} }))).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_undo' },
  });
  await ann.call('POST /projects/:id/history/forward/', { params: { id }, body: {} });
  expect(await titles()).toEqual(['Old', 'New']);
});

test('waiting mails are listed, and sent at once on request', async () => {
  await sql`insert into outgoing_mails (kind, email, attempts, next_try_at) values ('recovery', 'ann@example.com', 4, now() + interval '1 hour')`.execute(
    server.database.query,
  );
  expect((await mails(server.database, false)).at(-1)).toBe('1 wait; --now tries them at once');
  const said = server.said('A mail is in');
  expect((await mails(server.database, true)).at(-1)).toMatch(/tried now|No mail waits/);
  await said;
});

test('an administrator lists the second factors of an account and resets them: the password signs in again', async () => {
  const lost = await server.person({ email: 'lost@example.com' });
  const signIn = () => server.call('POST /token/', { body: { email: 'lost@example.com', password: PASSWORD } });
  expect(await resetFactors(server.database, 'lost@example.com')).toEqual(['lost@example.com has no second factor']);
  await server.database.query.insertInto('factors').values({ user_id: lost.id, kind: 'app', name: 'Phone', secret: 'sealed' }).execute();
  expect((await listFactors(server.database, 'lost@example.com')).join('\n')).toMatch(/app +Phone +\d{4}-\d\d-\d\d \d\d:\d\d +never/);
  // The refused sign-in leaves a ticket that waits for the second step.
  expect(await refusal(signIn())).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
  await server.database.query.insertInto('recovery_codes').values({ user_id: lost.id, hash: 'kept', salt: 'salt' }).execute();
  const left = async () => {
    const { rows } = await sql<{ codes: number; tickets: number }>`
      select (select count(*)::int from recovery_codes where user_id = ${lost.id}) as codes,
             (select count(*)::int from factor_tickets where user_id = ${lost.id}) as tickets`.execute(server.database.query);
    return rows[0];
  };
  expect(await left()).toEqual({ codes: 1, tickets: 1 });
  expect(await resetFactors(server.database, 'LOST@example.com')).toEqual([
    '1 second factor is removed, and the sessions have ended. LOST@example.com signs in with the password alone',
  ]);
  expect(await left()).toEqual({ codes: 0, tickets: 0 });
  expect((await refusal(lost.call('GET /profile/', {}))).status).toBe(401);
  await signIn();
  await expect(resetFactors(server.database, 'no@example.com')).rejects.toThrow('There is no account with the address no@example.com');
});

test.runIf(inject('engine').kind === 'postgres')(
  'a command says what is missing where the tables are not those of this program',
  async () => {
    const run = async (url: string, ...args: string[]): Promise<string> => {
      try {
        await actumCommand(args, { DATABASE_URL: url }, () => {});
      } catch (error) {
        return String(error);
      }
      return 'done';
    };
    const url = await emptyDatabaseUrl();
    for (const name of ['people', 'verify'])
      expect(await run(url, name)).toBe(
        'Error: There is no Actum in this database yet. Start the server once, or restore a backup, then try again',
      );
    const database = await openServer(url);
    onTestFinished(() => database.close());
    await migrate(database);
    const newest = migrationNames().at(-1);
    await sql`delete from migrations where name = ${newest}`.execute(database.query);
    for (const name of ['people', 'verify']) expect(await run(url, name)).toContain(`older than this program (${newest} are missing)`);
    await sql`insert into migrations (name) values (${newest}), ('9999_from_the_future.sql')`.execute(database.query);
    for (const name of ['people', 'verify']) expect(await run(url, name)).toContain('newer Actum (9999_from_the_future.sql)');
  },
);

test('a server that ends takes no more commands, and goes on ending when the one under way is done', async () => {
  const folder = temporaryFolder();
  const [begun, work] = [Promise.withResolvers<unknown>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const socket = await openControlSocket(
    folder,
    async (asked) => {
      begun.resolve(asked);
      await work.promise;
      order.push('done');
    },
    makeLog({ format: 'lines', level: 'error', write: () => {} }),
  );
  const command = await connectToServer(folder);
  command?.say({ ask: 'command' });
  expect(await begun.promise).toEqual({ ask: 'command' });
  const closed = socket.close().then(() => order.push('closed'));
  expect([await command?.next(), await connectToServer(folder)]).toEqual([null, null]);
  work.resolve();
  await closed;
  expect(order).toEqual(['done', 'closed']);
});
