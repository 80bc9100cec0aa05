/** Checks that must pass through any proxy before the server: asked over the network as a browser asks. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { createClient } from 'graphql-ws';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import type { Query } from '../../server/db/open.ts';

const EVENTS = `subscription ($project: Int!) {
  recent_events(where: {project_id: {_eq: $project}}, order_by: {created_at: desc}, limit: 1) { type object_id } }`;

interface Account {
  readonly email: string;
  readonly password: string;
}
type Headers = Readonly<Record<string, string>>;

export class Visitor {
  readonly #address: string;
  readonly #access: string | null;
  constructor(address: string, access: string | null = null) {
    this.#address = address;
    this.#access = access;
  }

  /** An answer that may be a refusal. */
  ask(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(`${this.#address}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#address,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(this.#access !== null && { authorization: `Bearer ${this.#access}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  async call<T>(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<T> {
    const answer = await this.ask(method, `/api/v1${path}`, body, headers);
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path} ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async signedIn({ email, password }: Account): Promise<Visitor> {
    const { access } = await this.call<{ access: string }>('POST', '/token/', { email, password });
    return new Visitor(this.#address, access);
  }

  socket(origin = this.#address) {
    class Browser extends WebSocket {
      constructor(url: string, protocols: string | string[]) {
        super(url, protocols, { origin, rejectUnauthorized: false });
      }
    }
    return createClient({
      url: `${this.#address.replace('http', 'ws')}/v1/graphql`,
      webSocketImpl: Browser,
      retryAttempts: 0,
      connectionParams: { Authorization: `Bearer ${this.#access}` },
    });
  }

  /** The id of the row that the next change of a project is about; `ready` once changes are followed. */
  async nextChange(projectId: number, ready: () => Promise<unknown>): Promise<number> {
    const client = this.socket();
    let count = 0;
    const changed = new Promise<number>((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error('no change came over the socket within 10 s')), 10_000);
      client.subscribe<{ recent_events: { object_id: number }[] }>(
        { query: EVENTS, variables: { project: projectId } },
        {
          next: ({ data }) => {
            count += 1;
            if (count === 1) ready().catch(reject);
            else resolve(data?.recent_events[0]?.object_id ?? 0);
          },
          error: (error) => reject(error instanceof Error ? error : new Error(JSON.stringify(error))),
          complete: () => clearTimeout(patience),
        },
      );
    });
    try {
      return await changed;
    } finally {
      await client.dispose();
    }
  }
}

/** Tries every function; returns a list of them. `query` queries the same database directly. */
export async function tour(address: string, account: Account, query: Query): Promise<readonly string[]> {
  const tried: string[] = [];
  const step = async (what: string, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    });
    tried.push(what);
  };
  const visitor = new Visitor(address);
  let person = visitor;
  let project = { id: 0 };
  let row = 0;
  await step('page', async () => {
    const page = await visitor.ask('GET', '/', undefined, { accept: 'text/html' });
    const script = /assets\/index-[^"]+\.js/.exec(await page.text())?.[0];
    assert.ok(script, 'the page names its script');
    const file = await visitor.ask('GET', `/${script}`, undefined, { 'accept-encoding': 'gzip' });
    assert.equal(file.status, 200);
    assert.match(file.headers.get('cache-control') ?? '', /immutable/);
    assert.ok((await file.text()).length > 100_000);
    const policies = (page.headers.get('content-security-policy') ?? '').match(/default-src/g);
    assert.equal(policies?.length, 1, 'one policy');
    assert.ok(page.headers.get('strict-transport-security'), 'TLS is kept to');
    assert.ok(page.headers.get('x-request-id'), 'the id of the request');
  });
  await step('sign-in', async () => {
    person = await visitor.signedIn(account);
  });
  await step('edit', async () => {
    const { teams } = await person.call<{ teams: { id: number }[] }>('GET', '/profile/');
    project = await person.call('POST', '/projects', { team_id: teams[0]?.id, name: `Through ${address}` });
    const version = await person.call<{ id: number }>('POST', `/projects/${project.id}/versions/`, {});
    const { list } = await person.call<{ list: { id: number } }>('POST', `/versions/${version.id}/lists/`, { title: 'L' });
    const rows = Array.from({ length: 2_000 }, (_, at) => ({ name: `Row ${at}`, unit: 'm2', quantity: '1', unit_labour: '2' }));
    const { ids } = await person.call<{ ids: number[] }>('POST', `/lists/${list.id}/rows/`, { rows });
    row = ids[7] ?? 0;
    const key = { 'idempotency-key': randomUUID() };
    const edits = await Promise.all([1, 2].map(() => person.call<object>('PUT', `/rows/${row}/`, { quantity: '3' }, key)));
    assert.deepEqual(edits[0], edits[1]);
  });
  await step('live change over the socket', async () => {
    const changed = await person.nextChange(project.id, () => person.call('PUT', `/rows/${row}/`, { quantity: '4' }));
    assert.equal(changed, row);
  });
  await step('socket of another page refused', async () => {
    const client = person.socket('https://elsewhere.example');
    const answer = await new Promise((resolve) => {
      client.subscribe(
        { query: '{ unit { id } }' },
        { next: () => resolve('answered'), error: () => resolve('refused'), complete: () => undefined },
      );
    });
    await client.dispose();
    assert.equal(answer, 'refused');
  });
  await step('upload', async () => {
    const form = new FormData();
    form.append('file', await openAsBlob(new URL('../fixtures/local-estimate.xlsx', import.meta.url).pathname), 'local-estimate.xlsx');
    await person.call('PATCH', `/projects/${project.id}/`, form);
  });
  await step('a file of 30 MB refused', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(30_000_000)]), 'large.xlsx');
    const status = await person.ask('PATCH', `/api/v1/projects/${project.id}/`, form).then(
      (answer) => answer.status,
      () => 413, // The server may refuse it by closing the connection during the upload.
    );
    assert.equal(status, 413);
  });
  await step('who asks is counted by the address the proxy saw', async () => {
    const addresses = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from attempts`.execute(query)).rows[0]?.count ?? 0;
    const wrong = (claimed: string) =>
      visitor.ask('POST', '/api/v1/token/', { email: account.email, password: 'wrong' }, { 'x-forwarded-for': claimed });
    await wrong('198.51.100.1');
    const before = await addresses();
    await wrong('198.51.100.2');
    await wrong('198.51.100.3');
    assert.equal(await addresses(), before, 'a claimed address counts as another one');
  });
  await step('metrics are nowhere', async () => {
    const answer = await visitor.ask('GET', '/metrics');
    assert.equal(answer.status, 404);
    assert.doesNotMatch(await answer.text(), /actum_/);
  });
  return tried;
}
