import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import { type Asked, type Route, routes } from '../../domain/api/routes.ts';
import { isRevised } from '../../server/http/revised.ts';
import { makeWorld, SECRET, type World } from './access/callers.ts';
import { SAMPLES } from './access/samples.ts';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startServer({ JWT_SECRET: SECRET });
  world = await makeWorld(server);
});
afterAll(() => server.close());

const all = Object.keys(routes) as Route[];
const STALE = 999_999_999_999;

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly current?: { readonly id: number; readonly revision: number } };
}
async function send(route: Route, asked: Asked<Route>, revision: number): Promise<Answer> {
  try {
    return { status: 200, body: (await world.owner.call(route, asked, { revision })) as object };
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, body: error.body as Answer['body'] };
    throw error;
  }
}

describe.each(all.filter(isRevised))('%s', (route) => {
  test('with a stale If-Match is refused with the current record; with the current revision it is done', async () => {
    const sample = SAMPLES[route] as (of: World, caller: 'owner') => Promise<Asked<Route>>;
    const asked = await sample(world, 'owner');
    const { status, body } = await send(route, asked, STALE);
    const { id } = (asked as { readonly params: { readonly id: number } }).params;
    expect([status, body.code, body.current?.id]).toEqual([409, 'stale_edit', id]);
    expect(await send(route, asked, body.current?.revision ?? -1)).toMatchObject({ status: 200 });
  });
});

test('every other call with If-Match is refused: a record without a revision never ignores the header', async () => {
  const passed: string[] = [];
  for (const route of all.filter((each) => !isRevised(each))) {
    const [method = '', path = ''] = route.split(' ');
    const headers = {
      'if-match': '"1"',
      'content-type': 'application/json',
      authorization: `Bearer ${world.owner.tokens.access}`,
      'act-public-key': world.act.hash,
    };
    const body = method === 'GET' ? null : '{}';
    const answer = await fetch(`${server.address}/api/v1${path.replace(/:\w+/g, '1')}`, { method, headers, body });
    const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
    if (answer.status !== 400 || code !== 'if_match_unsupported') passed.push(`${route}: ${answer.status} ${detail}`);
  }
  expect(passed).toEqual([]);
});
