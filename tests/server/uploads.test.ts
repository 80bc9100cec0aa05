import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openUploads, receive, UPLOADS_AT_ONCE } from '../../server/http/uploads.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer, untilRead, workbook } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

/** Every file and folder kept for uploads below a data folder, but the folders of processes and their locks. */
const left = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) => /upload-/.test(name));
const until = (condition: () => boolean) => expect.poll(condition, { interval: 10 }).toBe(true);
const projectOf = async (person: Person) => (await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Yard' } })).id;

/** An upload that has sent its first part and says nothing more. */
function halfSent(person: Person, projectId: number): ClientRequest {
  const sending = request(`${server.address}/api/v1/projects/${projectId}/`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${person.tokens.access}`, 'content-type': 'multipart/form-data; boundary=part' },
  });
  sending.on('error', () => {});
  sending.write('--part\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n');
  sending.write(Buffer.alloc(256 * 1024, 1));
  return sending;
}

test('an upload that is cut off leaves nothing', async () => {
  const sending = halfSent(ann, await projectOf(ann));
  await until(() => left(server.dataDir).some((name) => name.endsWith('file') && statSync(join(server.dataDir, 'uploads', name)).size > 0));
  const modes = left(server.dataDir).map((name) => (statSync(join(server.dataDir, 'uploads', name)).mode & 0o077).toString(8));
  expect(modes).toEqual(['0', '0']);
  sending.destroy();
  await until(() => left(server.dataDir).length === 0);
});

test('the files one person may upload at a time are limited; others are not affected', async () => {
  const projects = await Promise.all(Array.from({ length: UPLOADS_AT_ONCE + 1 }, () => projectOf(ann)));
  const sendings = projects.slice(1).map((id) => halfSent(ann, id));
  await until(() => left(server.dataDir).length === 2 * UPLOADS_AT_ONCE);
  const [last = 0] = projects;
  const over = {
    status: 429,
    body: {
      detail: `${UPLOADS_AT_ONCE} of your files are being read. Wait until one of them is done, then send the next`,
      code: 'too_many_uploads',
    },
  };
  const send = async () => ann.call('PATCH /projects/:id/', { params: { id: last }, body: {} }, { file: await workbook(FIXTURE) });
  expect(await refusal(send())).toEqual(over);
  expect(await refusal(ann.call('POST /import/:id/paste/', { params: { id: last }, body: { text: 'Wall\tm2\t1\t2' } }))).toEqual(over);
  await importWorkbook(await server.person(), FIXTURE);
  sendings[0]?.destroy();
  await until(() => left(server.dataDir).length === 2 * (UPLOADS_AT_ONCE - 1));
  await send();
  await untilRead(ann, last);
  for (const sending of sendings) sending.destroy();
  await until(() => left(server.dataDir).length === 0);
});

test('an upload is announced with its approximate size when it begins', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'actum-uploads-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const order: unknown[] = [];
  const uploads = await openUploads(dataDir, (size) => order.push(size));
  const http = Fastify();
  await http.register(multipart);
  http.post('/', async (request) => {
    const { file } = await receive(request, uploads, 1, new AbortController().signal);
    order.push(file?.size);
    await file?.folder.drop();
  });
  const form = new FormData();
  form.set('file', new File([Buffer.alloc(3_000, 1)], 'a.xlsx'));
  await http.inject({ method: 'POST', url: '/', ...(await sent(form)) });
  await Promise.all([http.close(), uploads.close()]);
  expect(order).toEqual([expect.toSatisfy((size: number) => size > 3_000 && size < 4_000), 3_000]);
});

/** A form as a browser sends it. */
async function sent(form: FormData) {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  return { payload, headers: { 'content-type': request.headers.get('content-type') ?? '', 'content-length': String(payload.length) } };
}

test('files left by a killed process are removed when another starts; those of a running one stay', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'actum-uploads-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const killed = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { openUploads } from '${join(process.cwd(), 'server/http/uploads.ts')}';
     await (await openUploads(${JSON.stringify(dataDir)})).folderFor(1);
     console.log('ready'); setInterval(() => {}, 1000);`,
  ]);
  await new Promise((resolve) => killed.stdout.once('data', resolve));
  const [ofKilled] = left(dataDir);
  const living = await openUploads(dataDir);
  const folder = await living.folderFor(1);
  expect(left(dataDir)).toContain(ofKilled);
  const gone = new Promise((resolve) => killed.once('exit', resolve));
  killed.kill('SIGKILL');
  await gone;
  const starting = await openUploads(dataDir);
  expect(left(dataDir).map((name) => join(dataDir, 'uploads', name, 'file'))).toEqual([folder.path]);
  await living.sweep();
  expect(left(dataDir).length).toBe(1);
  await folder.drop();
  await Promise.all([living.close(), starting.close()]);
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
});
