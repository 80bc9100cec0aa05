import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import { ENTRY, honestServer } from '../model/honestServer.ts';

const RUNS = 400;

type Happening =
  | { readonly do: 'call' | 'expire' | 'revoke' | 'leave' | 'return' | 'wait' | 'abort' | 'logOut' }
  | { readonly do: 'answer'; readonly at: number };
const plain = <T extends string>(...names: readonly T[]) => fc.constantFrom(...names.map((name) => ({ do: name })));
const answer = fc.record({ do: fc.constant('answer' as const), at: fc.nat(4) });
const kindly = fc.array(fc.oneof({ weight: 3, arbitrary: answer }, plain('call', 'expire', 'leave', 'return', 'wait', 'abort')), {
  maxLength: 40,
});
const harshly = fc.array(
  fc.oneof({ weight: 3, arbitrary: answer }, plain('call', 'expire', 'leave', 'return', 'wait', 'abort', 'revoke', 'logOut')),
  { maxLength: 40 },
);

/** Runs the whole client among real requests through the given events; then the server answers everything. */
async function live(happenings: readonly Happening[], path = ENTRY.path) {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const clock = new SimulatedClock();
  const actum = createActum(server.outside, { path, search: '' }, { clock });
  const outcomes: Promise<unknown>[] = [];
  const aborts: AbortController[] = [];
  let refreshesAtOnce = 0;
  const watch = () => {
    refreshesAtOnce = Math.max(refreshesAtOnce, server.pending().filter((asked) => asked === '/token/refresh/').length);
  };

  for (const happening of happenings) {
    switch (happening.do) {
      case 'call': {
        const abort = new AbortController();
        aborts.push(abort);
        const call = actum.api('GET /projects/:id/', { params: { id: outcomes.length + 1 } }, { signal: abort.signal });
        outcomes.push(
          call.then(
            () => 'answered',
            (error: unknown) => (abort.signal.aborted ? 'aborted' : error),
          ),
        );
        break;
      }
      case 'abort':
        aborts.pop()?.abort(new Error('aborted'));
        break;
      case 'expire':
        server.expireAccess();
        break;
      case 'revoke':
        server.revoke();
        break;
      case 'leave':
      case 'return':
        server.goAway(happening.do === 'leave');
        break;
      case 'wait':
        clock.increment(30_000);
        break;
      case 'logOut':
        actum.session.send({ type: 'logout.requested' });
        break;
      case 'answer':
        await server.answer(happening.at);
    }
    watch();
  }
  server.goAway(false);
  for (let turn = 0; turn < 200; turn += 1) {
    while (server.pending().length > 0) {
      await server.answer(0);
      watch();
    }
    clock.increment(30_000);
  }
  const settled = await Promise.all(outcomes);
  const { value, context, children } = actum.session.getSnapshot();
  actum.stop();
  const sent = Map.groupBy(
    server.asked.filter((asked) => asked.path.startsWith('/projects/')),
    (asked) => asked.path,
  );
  return { settled, value, context, children: Object.keys(children), server, sent, refreshesAtOnce };
}

test(`${RUNS} runs without a refusal: every call is answered and nobody is signed out`, async () => {
  await fc.assert(
    fc.asyncProperty(kindly, async (happenings) => {
      const { settled, value, context, children, server, refreshesAtOnce, sent } = await live(happenings);
      const away = happenings.some((happening) => happening.do === 'leave');
      // A call fails only when the server does not answer, or its second token has expired as well.
      const unexpected = settled.filter(
        (outcome) =>
          !['answered', 'aborted'].includes(String(outcome)) && !(away || (outcome instanceof Refused && outcome.status === 401)),
      );
      expect(unexpected).toEqual([]);
      expect(value).toEqual({ signedIn: { profile: 'loaded', access: 'fresh' } });
      expect({ underWay: context.underWay, waiting: context.waiting, children }).toEqual({ underWay: [], waiting: [], children: [] });
      expect(refreshesAtOnce).toBeLessThanOrEqual(1);
      expect(new Set(server.spent).size).toBe(server.spent.length);
      for (const times of sent.values()) {
        expect(times.length).toBeLessThanOrEqual(2);
        expect(new Set(times.map(({ access }) => access)).size).toBe(times.length);
      }
    }),
    { numRuns: RUNS },
  );
});

test(`${RUNS} sessions with refusals and logouts: every call settles and nothing is left behind`, async () => {
  await fc.assert(
    fc.asyncProperty(harshly, async (happenings) => {
      const { context, children, server, sent, refreshesAtOnce, value } = await live(happenings);
      const signedIn = JSON.stringify(value).includes('signedIn');
      expect({ underWay: context.underWay, waiting: context.waiting, children }).toEqual({ underWay: [], waiting: [], children: [] });
      expect({ signedIn, tokens: context.tokens }).toEqual({ signedIn, tokens: signedIn ? server.kept.tokens : null });
      expect(refreshesAtOnce).toBeLessThanOrEqual(1);
      for (const times of sent.values()) expect(times.length).toBeLessThanOrEqual(2);
    }),
    { numRuns: RUNS },
  );
});

test(`${RUNS} sessions on a public page: every call is answered under the key, whatever happens to the session`, async () => {
  await fc.assert(
    fc.asyncProperty(harshly, async (happenings) => {
      const { settled, children } = await live(
        happenings.filter((happening) => happening.do !== 'leave' && happening.do !== 'expire'),
        '/public/k1',
      );
      expect(settled.filter((outcome) => outcome !== 'answered' && outcome !== 'aborted')).toEqual([]);
      expect(children).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('many calls denied together cause one refresh, and each is sent twice', async () => {
  const { sent, server, settled } = await live([
    { do: 'answer', at: 0 },
    ...Array.from({ length: 5 }, () => ({ do: 'call' }) as const),
    { do: 'expire' },
  ]);
  expect(settled).toEqual(Array(5).fill('answered'));
  expect([...sent.values()].map((times) => times.map(({ access }) => access))).toEqual(Array(5).fill(['A1', 'A2']));
  expect(server.spent).toEqual(['R1']);
});

test('a call denied late for an older token is repeated at once, without another refresh', async () => {
  const { sent, server } = await live([
    { do: 'answer', at: 0 },
    { do: 'answer', at: 0 },
    { do: 'call' },
    { do: 'call' },
    { do: 'expire' },
    { do: 'answer', at: 0 },
    { do: 'answer', at: 1 },
    { do: 'answer', at: 0 },
  ]);
  expect([...sent.values()].map((times) => times.map(({ access }) => access))).toEqual(Array(2).fill(['A1', 'A2']));
  expect(server.spent).toEqual(['R1']);
});

test('a call denied under its second token as well fails, and signs nobody out', async () => {
  const { sent, settled, value } = await live([
    { do: 'answer', at: 0 },
    { do: 'answer', at: 0 },
    { do: 'call' },
    { do: 'expire' },
    { do: 'answer', at: 0 },
    { do: 'answer', at: 0 },
    { do: 'expire' },
  ]);
  expect({ settled, value, carried: [...sent.values()].map((times) => times.map(({ access }) => access)) }).toEqual({
    settled: [new Refused(401, { detail: 'Expired' })],
    value: { signedIn: { profile: 'loaded', access: 'fresh' } },
    carried: [['A1', 'A2']],
  });
});

test('the profile denied under two tokens in a row signs nobody out', async () => {
  const { value } = await live([{ do: 'expire' }, { do: 'answer', at: 0 }, { do: 'answer', at: 0 }, { do: 'expire' }]);
  expect(value).toEqual({ signedIn: { profile: 'loaded', access: 'fresh' } });
});

test('a request made while signed out carries the public key alone', async () => {
  const server = honestServer();
  const actum = createActum(server.outside, { path: '/public/k1', search: '' });
  const answer = actum.api('GET /public/act/', {});
  await server.answer(0);
  expect({ asked: server.asked, answer: await answer }).toEqual({
    asked: [{ path: '/public/act/', access: null, publicKey: 'k1' }],
    answer: [],
  });
  actum.stop();
});
