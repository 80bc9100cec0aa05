import { type Api, NotMade } from '../../../domain/api/call.ts';
import type { WidenedRow } from '../../../domain/api/shapes.ts';
import { certificateLines } from '../../../domain/certificateLines.ts';
import { ENDING_OF, type ExchangeFormat } from '../../../domain/exchange/estimate.ts';
import type { EXPORTED } from '../../../domain/securityLog.ts';
import { exportChanging } from '../../../domain/sentences/exports.ts';
import { widenedSummary } from '../../../domain/widened.ts';
import { actFileName, certificateFileName, contractFileName, estimateFileName } from '../../../domain/workbook/fileName.ts';
import { fileExportMachine, type MakingFile } from '../../machines/fileExport/fileExport.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { download } from '../../services/download.ts';
import type { ExchangeOutline } from '../../services/workbook/exchange.ts';
import type { RowsRead } from '../../services/workbook/gathered.ts';
import { exchangeWorker, type FileWorker, workbookWorker } from '../../services/workbook/index.ts';
import {
  type ActOutline,
  type CertificateOutline,
  CONTRACT_ROWS,
  type ContractOutline,
  type EstimateOutline,
} from '../../services/workbook/sheets.ts';
import { answeredAt } from '../../views/answer/answeredAt.ts';
import { dayOf } from '../../views/dates.ts';
import type { AboutAct, Exports, SheetOf } from '../../views/export/needs.ts';
import { actRows } from '../calls/actRows.ts';
import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';
import { everyWindow } from '../calls/rowsBetween.ts';
import { asText, estimateRows, type ReadWindow } from '../calls/windows.ts';
import { actWords, certificateWords, contractWords, estimateWords, partyTexts, wholeOf } from './words.ts';

interface Making extends MakingFile {
  readonly signal: AbortSignal;
}
/** A reading of lists that passes their rows on as they come. */
interface ReadingRows extends Pick<Making, 'signal' | 'reportProgress'> {
  readonly take: (read: RowsRead) => void;
}
/** Loading takes most of the time; the rest is writing. */
const READING = 0.8;

async function everyList<R>(lists: readonly { readonly id: number }[], reader: (listId: number) => ReadWindow<R>, reading: ReadingRows) {
  const { signal, reportProgress, take } = reading;
  for (const [at, { id }] of lists.entries()) {
    const report = (fraction: number) => reportProgress((READING * (at + fraction)) / lists.length);
    await everyWindow(reader(id), signal, report, (offset, rows) => take({ list: id, offset, rows }));
  }
}

/** The rows of a list with their approved extras. */
const widenedRows =
  (api: Api, listId: number): ReadWindow<WidenedRow> =>
  async (window, signal) => {
    const query = { ...asText(window), extras: 'with' as const };
    const answer = await api('GET /lists/:id/rows/', { params: { id: listId }, query }, { signal });
    if ('columns' in answer) throw new Error('Rows with extras are not read as columns');
    return answer;
  };

interface Named<Outline> {
  readonly name: string;
  readonly projectId: number;
  readonly outline: Outline;
  /** Whether none of its data has changed since it was read. */
  readonly isUnchanged: () => Promise<boolean>;
}

/** The project, and a check whether its estimates and acts have changed since. */
async function projectAsRead(api: Api, id: number, { signal }: Pick<ReadingRows, 'signal'>) {
  const read = () => api('GET /projects/:id/tree', { params: { id } }, { signal });
  const found = await read();
  return { ...found, isUnchanged: async () => (await read()).last_change === found.last_change };
}

/** A version, whose rows are passed on while it is read. */
async function wholeEstimate(api: Api, versionId: number, reading: ReadingRows) {
  const { signal } = reading;
  const read = () => api('GET /versions/:id/summary/', { params: { id: versionId } }, { signal });
  const { project, versions, isUnchanged } = await projectAsRead(api, (await read()).project_id, reading);
  const summary = await read();
  const version = required(versions.find(({ id }) => id === versionId) ?? null);
  const hasExtras = summary.extras !== undefined;
  await everyList(summary.costs, (listId) => (hasExtras ? widenedRows(api, listId) : estimateRows(api, listId)), reading);
  const widened = widenedSummary(summary);
  const named = version.name === '' ? m.estimate_version(version) : m.estimate_version_named(version);
  const about = { number: version.number, price: widened.total_with_taxes.total, project_name: project.name };
  return { project, summary: widened, about, heading: `${project.name} · ${named}`, lists: widened.costs, hasExtras, isUnchanged };
}

const partiesOf = async (api: Api, id: number, { signal }: ReadingRows) =>
  partyTexts(await api('GET /projects/:id/parties/', { params: { id } }, { signal }));

/** The workbook of a version. */
export async function estimateFile(api: Api, versionId: number, reading: ReadingRows): Promise<Named<EstimateOutline>> {
  const { project, heading, about, summary, lists, hasExtras, isUnchanged } = await wholeEstimate(api, versionId, reading);
  const parties = await partiesOf(api, project.id, reading);
  const estimate = { heading, footer: heading, parties, summary, lists, hasExtras };
  return {
    name: estimateFileName(about),
    projectId: project.id,
    outline: { of: 'estimate', estimate, words: estimateWords(project.currency) },
    isUnchanged,
  };
}

/** A version for other programs. */
export async function exchangedEstimate(
  api: Api,
  versionId: number,
  format: ExchangeFormat,
  reading: ReadingRows,
): Promise<Named<ExchangeOutline>> {
  const { project, about, heading, summary, lists, isUnchanged } = await wholeEstimate(api, versionId, reading);
  const { name: projectName, currency } = project;
  const estimate = { heading, summary, lists, projectName, currency, date: dayOf(new Date()), additionalCosts: m.numbers_additional() };
  return { name: estimateFileName(about, ENDING_OF[format]), projectId: project.id, outline: { estimate, format }, isUnchanged };
}

/** The workbook of an act for the client. */
export async function actFile(
  api: Api,
  actId: number,
  { statusName, parties: shown }: AboutAct,
  reading: ReadingRows,
): Promise<Named<ActOutline>> {
  const { signal } = reading;
  const params = { id: actId };
  const readAct = () => Promise.all([api('GET /acts/:id/', { params }, { signal }), api('GET /acts/:id/summary/', { params }, { signal })]);
  const before = await readAct();
  // The holder of a link does not see the project, so changes are noticed by comparing the data.
  const { isUnchanged } = shown === undefined ? await projectAsRead(api, before[0].project_id, reading) : { isUnchanged: () => true };
  const [act, summary] = await readAct();
  await everyList(summary.costs, (listId) => actRows(api, actId, listId), reading);
  const words = actWords(act, summary);
  const parties = shown === undefined ? await partiesOf(api, act.project_id, reading) : partyTexts(shown);
  const footer = [act.project_name, words.title].join(' · ');
  const lists = summary.costs.map(({ id, title }) => ({ id, title }));
  const answered = act.answer === null ? {} : { answeredAt: answeredAt(act.answer.at) };
  return {
    name: actFileName(act),
    projectId: act.project_id,
    outline: { of: 'act', act: { act, parties, statusName, footer, summary, lists, ...answered, ...wholeOf(act, summary) }, words },
    isUnchanged: async () => JSON.stringify(await readAct()) === JSON.stringify([act, summary]) && isUnchanged(),
  };
}

/** The workbook of a certificate. */
async function certificateFile(api: Api, of: SheetOf, reading: ReadingRows): Promise<Named<CertificateOutline>> {
  const { signal } = reading;
  const sheet =
    'actId' in of
      ? await api('GET /acts/:id/certificate/', { params: { id: of.actId } }, { signal })
      : await api('GET /certificates/:id/', { params: { id: of.certificateId } }, { signal });
  const lines = certificateLines(sheet).map(({ label, explained, ...line }) => ({
    ...line,
    label: sentenceText(label),
    explained: sentenceText(explained),
  }));
  const words = certificateWords(sheet);
  const parties = await partiesOf(api, sheet.project.id, reading);
  const footer = [sheet.project.name, words.title].join(' · ');
  return {
    name: certificateFileName(sheet),
    projectId: sheet.project.id,
    outline: { of: 'certificate', certificate: { sheet, lines, parties, footer }, words },
    // One call reads the whole file.
    isUnchanged: () => Promise.resolve(true),
  };
}

/** The workbook of the contract a version belongs to. */
export async function contractFile(api: Api, versionId: number, reading: ReadingRows): Promise<Named<ContractOutline>> {
  const { signal, reportProgress, take } = reading;
  const ask = (window: { readonly offset: number; readonly limit: number }) =>
    api('GET /versions/:id/contract/', { params: { id: versionId }, query: asText(window) }, { signal });
  const { project_id: id } = await api('GET /versions/:id/summary/', { params: { id: versionId } }, { signal });
  const { project, isUnchanged } = await projectAsRead(api, id, reading);
  const { rows: _, row_count: __, shown: ___, ...contract } = await ask({ offset: 0, limit: 1 });
  await everyWindow(
    async (window) => {
      const { rows, row_count } = await ask(window);
      return { rows, total: row_count };
    },
    signal,
    (fraction) => reportProgress(READING * fraction),
    (offset, rows) => take({ list: CONTRACT_ROWS, offset, rows }),
  );
  const words = contractWords(project.currency);
  const parties = await partiesOf(api, id, reading);
  const footer = [project.name, words.title].join(' · ');
  const { number } = required(contract.versions.at(-1) ?? null);
  return {
    name: contractFileName({ number, now: contract.total_with_taxes.now, project_name: project.name }),
    projectId: id,
    outline: { of: 'contract', contract: { contract, projectName: project.name, parties, footer }, words },
    isUnchanged,
  };
}

/** The number of readings after which the person is told that others keep changing the data. */
const MOST_READINGS = 4;

/** Reads the data of a file as of one moment, and has a worker make the file. When data change meanwhile, another worker starts again. */
export async function fileOfOneMoment<Outline>(
  begin: () => FileWorker<Outline>,
  { signal, reportProgress }: Omit<ReadingRows, 'take'>,
  read: (reading: ReadingRows) => Promise<Named<Outline>>,
): Promise<{ readonly named: Named<Outline>; readonly blob: Blob }> {
  for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
    const file = begin();
    signal.addEventListener('abort', file.end);
    try {
      const named = await read({ signal, reportProgress, take: file.take });
      if (!(await named.isUnchanged())) continue;
      const blob = await file.made(named.outline);
      signal.throwIfAborted();
      return { named, blob };
    } finally {
      file.end();
    }
  }
  throw new NotMade(exportChanging());
}

/** Makes a file, records it in the team's security log, and downloads it. */
async function exportFile<Outline>(
  begin: () => FileWorker<Outline>,
  making: Making,
  read: (reading: ReadingRows) => Promise<Named<Outline>>,
  log: (file: Named<Outline>) => Promise<unknown>,
): Promise<void> {
  const { named, blob } = await fileOfOneMoment(begin, making, read);
  await log(named);
  download(blob, named.name);
}
const machineOf = (make: (making: Making) => Promise<void>) =>
  fileExportMachine.provide({ actors: { makeFile: calling<void, MakingFile>(({ input, signal }) => make({ ...input, signal })) } });

/** The file exports of a screen; their code is loaded when needed. */
export const exportsOf = (api: Api): Exports => {
  const logging = (what: (typeof EXPORTED)[number]) => (file: { readonly name: string; readonly projectId: number }) =>
    api('POST /projects/:id/exported/', { params: { id: file.projectId }, body: { what, name: file.name } });
  /** The holder of a link logs nothing, because opening the link is already logged. */
  const withoutLogging = () => Promise.resolve();
  return {
    estimate: (versionId) =>
      machineOf((asked) => {
        const { format } = asked;
        return format === 'xlsx'
          ? exportFile(workbookWorker, asked, (reading) => estimateFile(api, versionId, reading), logging('estimate'))
          : exportFile(exchangeWorker, asked, (reading) => exchangedEstimate(api, versionId, format, reading), logging('estimate'));
      }),
    certificate: (of) =>
      machineOf((asked) => exportFile(workbookWorker, asked, (reading) => certificateFile(api, of, reading), logging('certificate'))),
    contract: (versionId) =>
      machineOf((asked) => exportFile(workbookWorker, asked, (reading) => contractFile(api, versionId, reading), logging('contract'))),
    act: (actId, about) =>
      machineOf((asked) =>
        exportFile(
          workbookWorker,
          asked,
          (reading) => actFile(api, actId, about, reading),
          about.parties === undefined ? logging('act') : withoutLogging,
        ),
      ),
  };
};
