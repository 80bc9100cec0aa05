import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { giveTicket } from '../../server/factors/tickets.ts';
import { delayAfter, INVITATIONS_A_DAY, LIMITS, type LimitName, networkOf } from '../../server/http/limits.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());
beforeEach(() => server.database.query.deleteFrom('attempts').execute());

const outcome = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  );
/** Counts by network address, such as {"login:127.0.0.1": 2}. */
async function counted(): Promise<Record<string, number>> {
  const rows = await server.database.query.selectFrom('attempts').select(['key', 'count']).where('key', 'like', '%:address:%').execute();
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ key, count }) => [key.replace(':address', ''), count]));
}
const keysOf = async (start: string) => {
  const rows = await server.database.query.selectFrom('attempts').select('key').where('key', 'like', `${start}%`).orderBy('key').execute();
  return rows.map(({ key }) => key);
};
/** Makes an address's count what it is just before its last permitted try. */
const nearlyFull = (name: LimitName) =>
  server.database.query
    .updateTable('attempts')
    .set({ count: LIMITS[name].perAddress - 1 })
    .where('key', '=', `${name}:address:127.0.0.1`)
    .execute();
const signIn = (password: string, at: TestServer = server, headers: Record<string, string> = {}) =>
  at.call('POST /token/', { body: { email: ann.email, password } }, { headers });
const tooMany = {
  status: 429,
  body: {
    detail: expect.stringMatching(/^Too many attempts came from your network\. Try again in \d+ minutes$/),
    code: 'too_many_attempts',
  },
};

/** The secret of the first recovery mail to Ann; others tell her of what was done to her account. */
async function recoverySent(): Promise<string> {
  for (let count = 1; ; count += 1) {
    const mail = (await server.mailsTo(ann.email, count)).find(({ link }) => link.includes('/password-recovery/'));
    if (mail !== undefined) return mail.hash;
  }
}

let linkOfAnn: Promise<string> | undefined;
async function sharedAct(): Promise<string> {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: version.id }, body: {} });
  return (await ann.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} })).hash;
}

/** One try of each limited call that fails, and one that does not (null where every one counts). */
const TRIES: Readonly<Record<LimitName, { fails: () => Promise<unknown>; succeeds: (() => Promise<unknown>) | null }>> = {
  login: { fails: () => signIn('not-the-one'), succeeds: () => signIn(PASSWORD) },
  password: {
    fails: () => ann.call('POST /profile/password/', { body: { old: 'not-the-one', new: PASSWORD } }),
    succeeds: () => ann.call('POST /profile/password/', { body: { old: PASSWORD, new: PASSWORD } }),
  },
  proof: {
    fails: () => ann.call('POST /proof/', { body: { password: 'not-the-one' } }),
    succeeds: () => ann.call('POST /proof/', { body: { password: PASSWORD } }),
  },
  factor: {
    fails: async () => {
      const ticket = await giveTicket(server.database.query, 'second_step', { userId: ann.id, password: 'matched' });
      return server.call('POST /token/factor/', { body: { ticket, given: { recovery_code: 'nothing' } } });
    },
    succeeds: null,
  },
  passkey: { fails: () => server.call('POST /token/passkey/', { body: {} }), succeeds: null },
  register: {
    fails: () => server.call('POST /register/', { body: { name: 'Ann', email: ann.email, password: PASSWORD } }),
    succeeds: null,
  },
  addressChange: {
    // Each request names a different address, because requests for one address are limited.
    fails: () => ann.call('POST /profile/email/', { body: { email: `${randomUUID()}@example.com` } }),
    succeeds: null,
  },
  company: { fails: () => server.call('POST /company/start/', { body: {} }), succeeds: null },
  mail: { fails: () => server.call('POST /forgot/', { body: { email: 'nobody@example.com' } }), succeeds: null },
  refresh: {
    fails: () => server.call('POST /token/refresh/', { body: { refresh: 'nothing' } }),
    succeeds: async () => {
      ann.tokens = await server.call('POST /token/refresh/', { body: { refresh: ann.tokens.refresh } });
    },
  },
  mailLink: {
    fails: () => server.call('POST /confirm_email/', { body: { hash: 'nothing' } }),
    succeeds: async () => {
      await server.call('POST /forgot/', { body: { email: ann.email } });
      const hash = await recoverySent();
      await server.call('POST /password_recovery/', { body: { hash, password: PASSWORD } });
      await server.database.query.deleteFrom('attempts').where('key', 'like', 'mail:%').execute();
      ann.tokens = await signIn(PASSWORD);
    },
  },
  invitation: {
    fails: () => server.call('GET /invitations/:hash/', { params: { hash: 'nothing' } }),
    succeeds: async () => {
      await ann.call('POST /teams/:id/invitations/', { params: { id: ann.teamId }, body: { email: 'guest@example.com', role: 'regular' } });
      const hash = (await server.mailsTo('guest@example.com')).at(-1)?.hash ?? '';
      await server.call('GET /invitations/:hash/', { params: { hash } });
    },
  },
  apiToken: {
    fails: () => server.call('GET /profile/', {}, { access: 'act_nothing' }),
    succeeds: async () => {
      const { token } = await ann.call('POST /profile/tokens/', { body: { name: 'A program', scope: 'read', days: 30 } });
      await server.call('GET /profile/', {}, { access: token });
    },
  },
  answer: {
    fails: async () => {
      linkOfAnn ??= sharedAct();
      const body = { key: randomUUID(), revision: 1, name: 'Bob', email: 'bob@example.com', rows: [] };
      return server.call('POST /public/answer/', { body }, { publicKey: await linkOfAnn });
    },
    succeeds: null,
  },
  publicKey: {
    fails: () => server.call('GET /public/act/', {}, { publicKey: 'nothing' }),
    succeeds: null,
  },
};

/** The minutes after which a count begins again. */
const MINUTES: Readonly<Record<LimitName, number>> = {
  login: 15,
  password: 15,
  proof: 15,
  factor: 60,
  passkey: 15,
  register: 60,
  addressChange: 60,
  company: 15,
  mail: 60,
  refresh: 15,
  mailLink: 15,
  invitation: 15,
  apiToken: 15,
  answer: 15,
  publicKey: 15,
};

describe.each(Object.keys(TRIES) as LimitName[])('%s', (name) => {
  const { fails, succeeds } = TRIES[name];
  test('a count lasts as many minutes as it should', async () => {
    const before = Date.now();
    await outcome(fails());
    const { until } = await server.database.query
      .selectFrom('attempts')
      .select('until')
      .where('key', 'like', `${name}:address:%`)
      .executeTakeFirstOrThrow();
    const lasts = MINUTES[name] * 60_000;
    expect(until.getTime()).toBeGreaterThanOrEqual(before + lasts - 1);
    expect(until.getTime()).toBeLessThanOrEqual(Date.now() + lasts);
  });

  test('failures count and beyond the limit are answered 429 with the time to wait', async () => {
    await outcome(fails());
    expect(await counted()).toEqual({ [`${name}:127.0.0.1`]: 1 });
    await nearlyFull(name);
    expect(await outcome(fails())).not.toBe(429);
    expect(await refusal(fails())).toEqual(tooMany);
  });

  test.skipIf(succeeds === null)('successful requests do not count', async () => {
    await succeeds?.();
    expect(await counted()).toEqual({});
  });
});

test.each([
  ['mail', 'an address to confirm again', () => server.call('POST /confirm_email/resend/', { body: { email: 'nobody@example.com' } })],
  [
    'mailLink',
    'a link to choose a password',
    () => server.call('POST /password_recovery/', { body: { hash: 'nothing', password: PASSWORD } }),
  ],
  ['invitation', 'an invitation accepted', () => ann.call('POST /invitations/:hash/', { params: { hash: 'nothing' }, body: {} })],
] as const)('%s: %s counts too', async (name, _, asked) => {
  await outcome(asked());
  expect(await counted()).toEqual({ [`${name}:127.0.0.1`]: 1 });
});

test('Retry-After says how many seconds remain', async () => {
  await outcome(signIn('not-the-one'));
  await server.database.query
    .updateTable('attempts')
    .set({ count: 1000, until: new Date(Date.now() + 120_000) })
    .where('key', 'like', '%:address:%')
    .execute();
  const response = await fetch(`${server.address}/api/v1/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ann.email, password: PASSWORD }),
  });
  const seconds = Number(response.headers.get('retry-after'));
  expect([response.status, seconds > 100 && seconds <= 120]).toEqual([429, true]);
  await server.database.query
    .updateTable('attempts')
    .set({ until: new Date(0) })
    .execute();
  expect(await outcome(signIn(PASSWORD))).toBe(200);
});

test('guesses sent all at once are all counted', async () => {
  await outcome(signIn('not-the-one'));
  await nearlyFull('login');
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => outcome(server.call('POST /token/', { body: { email: 'x@example.com', password: 'not-the-one' } }))),
  );
  expect(outcomes.sort()).toEqual([400, 429, 429, 429, 429, 429]);
});

const counts = async () => {
  const rows = await server.database.query.selectFrom('attempts').select('count').where('key', 'like', 'login:account:%').execute();
  return rows.map(({ count }) => count);
};

test('an account under attack is slowed down and never locked; signing in resets the count', async () => {
  for (const _ of [1, 2]) await outcome(signIn('not-the-one'));
  expect(await counts()).toEqual([2]);
  await server.database.query.updateTable('attempts').set({ count: 6 }).where('key', 'like', 'login:account:%').execute();
  expect(await outcome(signIn(PASSWORD))).toBe(200);
  expect(await counts()).toEqual([]);
});

test('guesses on one account sent all at once are judged in turn, in all processes; those far back in the queue are told how long to wait', async () => {
  const other = inject('engine').kind === 'embedded' ? server : await server.second();
  const { email } = await server.person();
  await server.database.query.deleteFrom('attempts').execute();
  const refused: unknown[] = [];
  const enough = Promise.withResolvers<void>();
  const patience = new AbortController();
  const guesses = Array.from({ length: 40 }, async (_, nth) => {
    const response = await fetch(`${(nth % 2 === 0 ? server : other).address}/api/v1/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: `guess-${nth}` }),
      signal: patience.signal,
    });
    if (response.status === 429) refused.push([Number(response.headers.get('retry-after')), await response.json()]);
    if (refused.length === 20) enough.resolve();
  });
  await Promise.race([enough.promise, Promise.allSettled(guesses)]);
  const [[retryAfter, body] = []] = refused as [number, unknown][];
  expect([retryAfter === undefined || retryAfter >= 10, body]).toEqual([
    true,
    {
      detail: expect.stringMatching(/^There were too many attempts on this account\. Try again in \d+ seconds$/),
      code: 'too_many_attempts_on_account',
      params: { wait: expect.objectContaining({ code: 'wait_seconds' }) },
    },
  ]);
  // Those who wait keep no connection: there are ten.
  expect((await ann.call('GET /profile/', {})).id).toBe(ann.id);
  // Within ten seconds come turns a tenth of a second apart, then after 0.25, 0.5, 1, 2 and 4 seconds.
  const [taken = 0, ...rest] = await counts();
  expect([taken >= 5 && taken <= 20, rest]).toEqual([true, []]);
  patience.abort();
  await Promise.allSettled(guesses);
  if (other !== server) await other.close();
});

test('from a network that an account has signed in from, its owner does not wait behind strangers who guess', async () => {
  const person = await server.person();
  const farOff = { count: 1000, until: new Date(Date.now() + 900_000), next_at: new Date(Date.now() + 900_000) };
  await server.database.query.deleteFrom('attempts').execute();
  await outcome(server.call('POST /token/', { body: { email: person.email, password: 'not-the-one' } }));
  const strangers = server.database.query.updateTable('attempts').set(farOff).where('key', 'like', 'login:account:%');
  await strangers.execute();
  const own = () => outcome(server.call('POST /token/', { body: { email: person.email, password: PASSWORD } }));
  expect(await own()).toBe(429);
  await server.database.query.deleteFrom('attempts').where('key', 'like', 'login:account:%').execute();
  expect(await own()).toBe(200);
  await server.database.query
    .insertInto('attempts')
    .values({ key: `login:account:${createHash('sha256').update(person.email).digest('base64url')}`, ...farOff })
    .execute();
  expect(await own()).toBe(200);
});

test('a session continues while its network is beyond the limit', async () => {
  await outcome(server.call('POST /token/refresh/', { body: { refresh: 'nothing' } }));
  await server.database.query.updateTable('attempts').set({ count: 100_000 }).execute();
  expect(await outcome(server.call('POST /token/refresh/', { body: { refresh: 'nothing' } }))).toBe(429);
  ann.tokens = await server.call('POST /token/refresh/', { body: { refresh: ann.tokens.refresh } });
  expect((await ann.call('GET /profile/', {})).id).toBe(ann.id);
});

test('one address can be registered only a few times an hour', async () => {
  const email = 'often@example.com';
  const register = () => outcome(server.call('POST /register/', { body: { name: 'Ann', email, password: PASSWORD } }));
  const outcomes: number[] = [];
  for (let nth = 0; nth <= LIMITS.register.perAccount; nth += 1) {
    await server.database.query.updateTable('attempts').set({ next_at: null }).execute();
    outcomes.push(await register());
  }
  expect(outcomes).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await server.database.query.selectFrom('registrations').select('id').where('email', '=', email).execute()).length).toBe(5);
});

test('the invitations of a team, and of a person in all their teams together, are limited per day', async () => {
  const person = await server.person();
  const colleague = await server.person({ teamId: person.teamId, role: 'admin' });
  const second = await person.call('POST /teams', { body: { name: 'Second' } });
  const invite = (who: Person, id: number, email: string) =>
    who.call('POST /teams/:id/invitations/', { params: { id }, body: { email, role: 'regular' } });
  const { id: invitationId } = await invite(person, person.teamId, 'first@example.com');
  expect(await keysOf('invitations:')).toEqual([`invitations:person:${person.id}`, `invitations:team:${person.teamId}`]);
  await server.database.query
    .updateTable('attempts')
    .set({ count: INVITATIONS_A_DAY - 1 })
    .where('key', 'like', 'invitations:%')
    .execute();
  await person.call('POST /teams/:id/invitations/:invitationId/resend/', { params: { id: person.teamId, invitationId } });
  const over = {
    status: 429,
    body: {
      detail: `At most ${INVITATIONS_A_DAY} invitations can be sent in one day. Try again in 24 hours`,
      code: 'too_many_invitations',
    },
  };
  expect(await refusal(invite(person, person.teamId, 'more@example.com'))).toEqual(over);
  expect(await refusal(invite(person, second.id, 'more@example.com'))).toEqual(over);
  expect(await refusal(invite(colleague, person.teamId, 'more@example.com'))).toEqual(over);
  expect(
    await refusal(person.call('POST /teams/:id/invitations/:invitationId/resend/', { params: { id: person.teamId, invitationId } })),
  ).toEqual(over);
});

test('an unknown address is counted like a known one', async () => {
  for (const email of [ann.email, 'nobody@example.com', ' Nobody@Example.com '])
    await outcome(server.call('POST /token/', { body: { email, password: 'not-the-one' } }));
  const rows = await server.database.query.selectFrom('attempts').select('count').where('key', 'like', 'login:account:%').execute();
  expect(rows.map(({ count }) => count).sort()).toEqual([1, 2]);
});

test('the time between judgements doubles from a quarter of a second to four seconds', () => {
  expect([0, 4, 5, 6, 7, 8, 9, 10, 1000].map((count) => delayAfter(count, { slowsAfter: 5 }))).toEqual([
    100, 100, 250, 500, 1000, 2000, 4000, 4000, 4000,
  ]);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['somebody', 'unknown'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('an invalid key takes no rights from somebody signed in, even beyond the limit', async () => {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Mine' } });
  await outcome(server.call('GET /public/act/', {}, { publicKey: 'nothing' }));
  await server.database.query.updateTable('attempts').set({ count: 100_000 }).execute();
  expect(await outcome(ann.call('GET /acts/:id/', { params: { id: 999_999 } }, { publicKey: 'nothing' }))).toBe(404);
  expect((await ann.call('GET /projects/:id/', { params: { id } }, { publicKey: 'nothing' })).name).toBe('Mine');
});

describe('X-Forwarded-For', () => {
  const sentBy = async (trust: string | null, forwarded: string): Promise<string[]> => {
    const own = await startServer(trust === null ? {} : { TRUST_PROXY: trust });
    try {
      await outcome(own.call('POST /token/refresh/', { body: { refresh: 'nothing' } }, { headers: { 'x-forwarded-for': forwarded } }));
      const rows = await own.database.query.selectFrom('attempts').select('key').where('key', 'like', '%:address:%').execute();
      return rows.map(({ key }) => key.replace('refresh:address:', ''));
    } finally {
      await own.close();
    }
  };
  test.each([
    [null, '198.51.100.1', '127.0.0.1'],
    ['10.0.0.0/8', '198.51.100.1', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.0/8, 10.0.0.1', '203.0.113.9, 10.0.0.1', '203.0.113.9'],
    ['1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['2', '203.0.113.9, 198.51.100.1', '203.0.113.9'],
    ['0', '198.51.100.1', '127.0.0.1'],
  ])('TRUST_PROXY=%s, from %s: %s', async (trust, forwarded, found) => {
    expect(await sentBy(trust, forwarded)).toEqual([found]);
  });
});

test.skipIf(inject('engine').kind === 'embedded')('two processes count together (PostgreSQL only)', async () => {
  const other = await server.second();
  await outcome(signIn('not-the-one', other));
  await outcome(signIn('not-the-one'));
  expect(await counted()).toEqual({ 'login:127.0.0.1': 2 });
  await nearlyFull('login');
  expect([await outcome(signIn('not-the-one', other)), await outcome(signIn(PASSWORD)), await outcome(signIn(PASSWORD, other))]).toEqual([
    400, 429, 429,
  ]);
  await other.close();
});

test('expired counts are removed', async () => {
  await server.database.query
    .insertInto('attempts')
    .values([
      { key: 'old', count: 3, until: new Date(0) },
      { key: 'new', count: 3, until: new Date(Date.now() + 60_000) },
    ])
    .execute();
  await removeOutdated(server.database.query);
  const rows = await server.database.query.selectFrom('attempts').select('key').execute();
  expect(rows).toEqual([{ key: 'new' }]);
});
