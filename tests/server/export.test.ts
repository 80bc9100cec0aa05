import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../../domain/contract/call.ts';
import { estimateFile } from '../../src/compose/exports.ts';
import { writeWorkbook } from '../../src/services/workbook/write.ts';
import { importWorkbook, type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

test('x', async () => {
  const { versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const api = ann.call as Api;
  const { sheets, name } = await estimateFile(api, versionId, { signal: new AbortController().signal, tell: () => undefined });
  console.log(
    name,
    sheets.map((s) => [s.name, s.rows.length]),
  );
  const blob = await writeWorkbook(sheets);
  expect(blob.size).toBeGreaterThan(5000);
});
