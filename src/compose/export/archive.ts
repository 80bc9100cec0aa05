import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Api } from '../../../domain/api/call.ts';
import { type DataWindow, TEAM_PARTS } from '../../../domain/api/ownDataRoutes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { pathsInArchive } from '../../../domain/workbook/fileName.ts';
import type { Reference } from '../../machines/reference/reference.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { workbookWorker } from '../../services/workbook/index.ts';
import { actFile, estimateFile, fileOfOneMoment } from './files.ts';

interface Making {
  readonly signal: AbortSignal;
  readonly reportProgress: (fraction: number) => void;
}
/** The share of the time that the records take; the workbooks take the rest. */
const RECORDS = 0.3;

/** Collects a zip piece by piece in Blobs, which the browser keeps outside the page's memory. */
function openZip() {
  const pieces: Blob[] = [];
  const done = Promise.withResolvers<Blob>();
  const zip = new Zip((error, piece, isLast) => {
    if (error !== null) return done.reject(error);
    pieces.push(new Blob([piece as Uint8Array<ArrayBuffer>]));
    if (isLast) done.resolve(new Blob(pieces, { type: 'application/zip' }));
  });
  return { zip, done: done.promise };
}

async function addRecords(zip: Zip, name: string, read: (after: string) => Promise<DataWindow>): Promise<void> {
  const file = new ZipDeflate(`data/${name}.jsonl`);
  zip.add(file);
  const encoder = new TextEncoder();
  for (let after: string | null = '0'; after !== null; ) {
    const { lines, next }: DataWindow = await read(after);
    file.push(encoder.encode(lines.map((line) => `${line}\n`).join('')), next === null);
    after = next;
  }
}

/** Every version and act of a team that is not in the bin. */
async function papersOf(api: Api, teamId: number, { signal }: Making) {
  const projects = await api('GET /projects', { query: { team_id: teamId } }, { signal });
  const papers: { readonly folder: string; readonly kind: 'version' | 'act'; readonly id: number; readonly statusId: number }[] = [];
  for (const { id, name } of projects) {
    const { versions } = await api('GET /projects/:id/tree', { params: { id } }, { signal });
    for (const version of versions) {
      papers.push({ folder: name, kind: 'version', id: version.id, statusId: 0 });
      for (const act of version.acts) papers.push({ folder: name, kind: 'act', id: act.id, statusId: act.status_id });
    }
  }
  return papers;
}

/** One zip of everything a team has: its records as JSON lines, and its estimates and acts as workbooks, made one after the other in a worker. */
export async function teamArchive(api: Api, teamId: number, statuses: Reference['statuses'], making: Making): Promise<Blob> {
  const { signal, reportProgress } = making;
  const { zip, done } = openZip();
  for (const [at, part] of TEAM_PARTS.entries()) {
    await addRecords(zip, part, (after) => api('GET /teams/:id/data/', { params: { id: teamId }, query: { part, after } }, { signal }));
    reportProgress((RECORDS * (at + 1)) / TEAM_PARTS.length);
  }
  const papers = await papersOf(api, teamId, making);
  const pathOf = pathsInArchive();
  for (const [at, { folder, kind, id, statusId }] of papers.entries()) {
    const status = statuses.find((each) => each.id === statusId);
    const about = { statusName: status === undefined ? '' : sentenceText(statusName(status)) };
    const { named, blob } = await fileOfOneMoment(workbookWorker, { signal, reportProgress: () => undefined }, async (reading) =>
      kind === 'version' ? await estimateFile(api, id, reading) : await actFile(api, id, about, reading),
    );
    const file = new ZipPassThrough(pathOf(folder, named.name));
    zip.add(file);
    file.push(new Uint8Array(await blob.arrayBuffer()), true);
    reportProgress(RECORDS + ((1 - RECORDS) * (at + 1)) / papers.length);
  }
  zip.end();
  return done;
}
