import type { Api } from '../../../domain/contract/call.ts';
import { ENDING_OF, type ExchangedEstimate, type ExchangeFormat } from '../../../domain/exchange/estimate.ts';
import { actSheets } from '../../../domain/workbook/act.ts';
import { estimateSheets } from '../../../domain/workbook/estimate.ts';
import { actFileName, estimateFileName } from '../../../domain/workbook/fileName.ts';
import type { Sheet } from '../../../domain/workbook/sheet.ts';
import { fileExportMachine, type MakingFile } from '../../machines/fileExport/fileExport.ts';
import { m } from '../../messages/messages.ts';
import { download, exchangeBeside, writeBeside } from '../../services/workbook/index.ts';
import { dayOf } from '../../views/dates.ts';
import type { AboutAct, Exports } from '../../views/export/needs.ts';
import { actRows } from '../calls/actRows.ts';
import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';
import { everyRow } from '../calls/rowsBetween.ts';
import { estimateRows, type ReadWindow } from '../calls/windows.ts';
import { actWords, estimateWords, partyTexts } from './words.ts';

interface Making extends MakingFile {
  readonly signal: AbortSignal;
}
type Reading = Omit<Making, 'format'>;
/** Loading takes most of the time; the rest is writing. */
const READING = 0.8;

async function everyList<L extends { readonly id: number }, R>(
  lists: readonly L[],
  reader: (listId: number) => ReadWindow<R>,
  { signal, reportProgress }: Reading,
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

/** A version with all its rows. */
async function wholeEstimate(api: Api, versionId: number, making: Reading) {
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
  const about = { number: version.number, price: summary.total_with_taxes.total, project_name: project.name };
  return { project, summary, about, heading: `${project.name} · ${named}`, lists: lists.map(({ list, rows }) => ({ costs: list, rows })) };
}

const partiesOf = async (api: Api, id: number, { signal }: Reading) =>
  partyTexts(await api('GET /projects/:id/parties/', { params: { id } }, { signal }));

/** The workbook of a version. */
export async function estimateFile(api: Api, versionId: number, making: Reading): Promise<NamedSheets> {
  const { project, heading, about, ...estimate } = await wholeEstimate(api, versionId, making);
  const parties = await partiesOf(api, project.id, making);
  return {
    sheets: estimateSheets({ heading, footer: heading, parties, ...estimate }, estimateWords(project.currency)),
    name: estimateFileName(about),
  };
}

interface NamedExchange {
  readonly name: string;
  readonly estimate: ExchangedEstimate;
}

/** A version for other programs. */
export async function exchangedEstimate(api: Api, versionId: number, format: ExchangeFormat, making: Reading): Promise<NamedExchange> {
  const { project, about, ...whole } = await wholeEstimate(api, versionId, making);
  const { name: projectName, currency } = project;
  const estimate = { ...whole, projectName, currency, date: dayOf(new Date()), additionalCosts: m.numbers_additional() };
  return { name: estimateFileName(about, ENDING_OF[format]), estimate };
}

/** The workbook of an act for the client. */
async function actFile(api: Api, actId: number, { statusName }: AboutAct, making: Making): Promise<NamedSheets> {
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
      parties: await partiesOf(api, act.project_id, making),
      statusName,
      footer: [act.project_name, words.title].join(' · '),
      summary,
      lists: lists.map(({ list, rows }) => ({ id: list.id, title: list.title, rows })),
    },
    words,
  );
  return { sheets, name: actFileName(act) };
}

const making = (make: (making: Making) => Promise<{ readonly file: Blob; readonly name: string }>) =>
  fileExportMachine.provide({
    actors: {
      makeFile: calling<void, MakingFile>(async ({ input, signal }) => {
        const { file, name } = await make({ ...input, signal });
        download(file, name);
      }),
    },
  });

const workbook = async ({ name, sheets }: NamedSheets, { signal }: Making) => ({ name, file: await writeBeside(sheets, signal) });

/** The file exports of a screen; their code is loaded when needed. */
export const exportsOf = (api: Api): Exports => ({
  estimate: (versionId) =>
    making(async (asked) => {
      if (asked.format === 'xlsx') return await workbook(await estimateFile(api, versionId, asked), asked);
      const { name, estimate } = await exchangedEstimate(api, versionId, asked.format, asked);
      return { name, file: await exchangeBeside({ estimate, format: asked.format }, asked.signal) };
    }),
  act: (actId, about) => making(async (asked) => await workbook(await actFile(api, actId, about, asked), asked)),
});
