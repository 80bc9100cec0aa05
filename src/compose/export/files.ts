import type { Api } from '../../../domain/contract/call.ts';
import { actSheets } from '../../../domain/workbook/act.ts';
import { estimateSheets } from '../../../domain/workbook/estimate.ts';
import { actFileName, estimateFileName } from '../../../domain/workbook/fileName.ts';
import type { Sheet } from '../../../domain/workbook/sheet.ts';
import { fileExportMachine, type MakingFile } from '../../machines/fileExport/fileExport.ts';
import { m } from '../../messages/messages.ts';
import { download, writeBeside } from '../../services/workbook/index.ts';
import type { AboutAct, Exports } from '../../views/export/needs.ts';
import { actRows } from '../calls/actRows.ts';

import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';
import { everyRow } from '../calls/rowsBetween.ts';
import { estimateRows, type ReadWindow } from '../calls/windows.ts';
import { actWords, estimateWords } from './words.ts';

interface Making extends MakingFile {
  readonly signal: AbortSignal;
}
/** Loading takes most of the time; the rest is writing. */
const READING = 0.8;

async function everyList<L extends { readonly id: number }, R>(
  lists: readonly L[],
  reader: (listId: number) => ReadWindow<R>,
  { signal, reportProgress }: Making,
) {
  const all: { readonly list: L; readonly rows: readonly R[] }[] = [];
  for (const list of lists) {
    const rows = await everyRow(reader(list.id), signal, (fraction) => reportProgress((READING * (all.length + fraction)) / lists.length));
    all.push({ list, rows });
  }
  return all;
}

interface NamedSheets {
  readonly name: string;
  readonly sheets: readonly Sheet[];
}

/** The workbook of a version. */
export async function estimateFile(api: Api, versionId: number, making: Making): Promise<NamedSheets> {
  const { signal } = making;
  const summary = await api('GET /versions/:id/summary/', { params: { id: versionId } }, { signal });
  const params = { id: summary.project_id };
  const [project, { versions }] = await Promise.all([
    api('GET /projects/:id/', { params }, { signal }),
    api('GET /projects/:id/tree', { params }, { signal }),
  ]);
  const version = required(versions.find(({ id }) => id === versionId) ?? null);
  const lists = await everyList(summary.costs, (listId) => estimateRows(api, listId), making);
  const named = version.name === '' ? m.estimate_version(version) : m.estimate_version_named(version);
  const heading = `${project.name} · ${named}`;
  const sheets = estimateSheets(
    { heading, footer: heading, summary, lists: lists.map(({ list, rows }) => ({ costs: list, rows })) },
    estimateWords(project.currency),
  );
  const price = summary.total_with_taxes.total;
  return { sheets, name: estimateFileName({ number: version.number, price, project_name: project.name }) };
}

/** The workbook of an act for the client. */
async function actFile(api: Api, actId: number, { teamName, statusName }: AboutAct, making: Making): Promise<NamedSheets> {
  const { signal } = making;
  const params = { id: actId };
  const [act, summary] = await Promise.all([
    api('GET /acts/:id/', { params }, { signal }),
    api('GET /acts/:id/summary/', { params }, { signal }),
  ]);
  const lists = await everyList(summary.costs, (listId) => actRows(api, actId, listId), making);
  const words = actWords(act);
  const sheets = actSheets(
    {
      act,
      teamName,
      statusName,
      footer: [act.project_name, words.title].join(' · '),
      summary,
      lists: lists.map(({ list, rows }) => ({ id: list.id, title: list.title, rows })),
    },
    words,
  );
  return { sheets, name: actFileName(act) };
}

const making = (make: (making: Making) => Promise<NamedSheets>) =>
  fileExportMachine.provide({
    actors: {
      makeFile: calling<void, MakingFile>(async ({ input, signal }) => {
        const { name, sheets } = await make({ ...input, signal });
        download(await writeBeside(sheets, signal), name);
      }),
    },
  });

/** The file exports of a screen; their code is loaded when needed. */
export const exportsOf = (api: Api): Exports => ({
  estimate: (versionId) => making((asked) => estimateFile(api, versionId, asked)),
  act: (actId, about) => making((asked) => actFile(api, actId, about, asked)),
});
