import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type Api, Unanswered } from '../../domain/api/call.ts';
import { TEAM_PARTS } from '../../domain/api/ownDataRoutes.ts';
import { teamArchive } from '../../src/compose/export/archive.ts';

const PAGES: Readonly<Record<string, { readonly lines: readonly string[]; readonly next: string | null }>> = {
  '0': { lines: ['{"id":1}', '{"id":2}'], next: '2' },
  '2': { lines: ['{"id":3}'], next: null },
};

/** A team without projects. The first part of its records has two windows, the others are empty. */
function answering(failing: string | null = null) {
  const asked: unknown[] = [];
  const api = (async (route: string, { query }: { readonly query: { readonly part: string; readonly after: string } }) => {
    asked.push([route, query]);
    if (route === 'GET /projects') return [];
    if (query.part === failing) throw new Unanswered('offline');
    return query.part === TEAM_PARTS[0] ? PAGES[query.after] : { lines: [], next: null };
  }) as unknown as Api;
  return { api, asked };
}

test('the archive of a team holds every window of every part of its records', async () => {
  const { api, asked } = answering();
  const progress: number[] = [];
  const zip = await teamArchive(api, 7, [], {
    signal: new AbortController().signal,
    reportProgress: (fraction) => progress.push(fraction),
  });
  const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer()))).map(([name, bytes]) => [name, strFromU8(bytes)]);
  expect(files).toEqual(TEAM_PARTS.map((part, at) => [`data/${part}.jsonl`, at === 0 ? '{"id":1}\n{"id":2}\n{"id":3}\n' : '']));
  expect(asked).toHaveLength(TEAM_PARTS.length + 2);
  expect(asked.slice(0, 2)).toEqual(['0', '2'].map((after) => ['GET /teams/:id/data/', { part: TEAM_PARTS[0], after }]));
  expect([zip.type, progress.length, progress.at(-1)]).toEqual(['application/zip', TEAM_PARTS.length, 0.3]);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
});

test('an archive whose records cannot be read completely is not made', async () => {
  const { api } = answering(TEAM_PARTS.at(-1));
  await expect(teamArchive(api, 7, [], { signal: new AbortController().signal, reportProgress: () => undefined })).rejects.toThrow(
    'offline',
  );
});
