import type { BrowserContext, Page, Route } from '@playwright/test';
import { sql } from 'kysely';
import { utils, write } from 'xlsx';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import type { Certainty, ImportStatus } from '../../../domain/api/importShapes.ts';
import { noPrices } from '../../../domain/sentences/certainty.ts';
import { notify } from '../../../server/db/bus.ts';
import { importTopic } from '../../../server/imports/progress.ts';
import type { importMachine } from '../../../src/machines/import/import.ts';
import { dialogOf, titleOf } from '../../model/importShown.ts';
import { DEMO, expect, type Walked, type Watched, watch } from './served.ts';
import { stopClock } from './site.ts';

export type Machine = typeof importMachine;
export type Snapshot = SnapshotFrom<Machine>;
export type Event = EventFromLogic<Machine>;
export type Outcome = {
  readonly type: string;
  readonly output?: { readonly status?: ImportStatus; readonly is_first_import?: boolean; readonly certainty?: Certainty };
  readonly error?: unknown;
};

const HEADER = ['Code', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
/** The first row, which is the one that is left out, adds nothing: the file's total is met without it, too. */
const rowsOf = (name: string) => [1, 2, 3, 4, 5, 6].map((at) => [`${at}`, `${name} ${at}`, 'm', at - 1, 10, (at - 1) * 10]);
const TABLE = [HEADER, ...rowsOf('Pipe'), ['', 'Total', '', '', '', 150], ['', 'VAT 20 %', '', '', '', 30]];
const FILE = 'estimate.xlsx';
const ACCEPTED = 3;

function workbook(): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(TABLE), 'First');
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER, ...rowsOf('Kerb')]), 'Second');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
const WORKBOOK = workbook();
const CELL_ERROR = [{ column_index: 3, field: 'quantity', value: 'many', description: 'This is not a number' }];
const SOON = { intervals: [20, 50, 100] };

/** A project of the demo person whose import is put into the state that a step needs. */
class ImportStage {
  readonly page: Page;
  readonly watched: Watched;
  readonly #walked: Walked;
  readonly #context: BrowserContext;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #project: { readonly id: number; readonly base: number };
  #isPaused = false;
  /** The server has a file that it may still be reading. */
  #isFresh = false;
  #change: Route | null = null;

  constructor(
    page: Page,
    context: BrowserContext,
    walked: Walked,
    watched: Watched,
    headers: Record<string, string>,
    project: { id: number; base: number },
  ) {
    this.page = page;
    this.watched = watched;
    this.#walked = walked;
    this.#context = context;
    this.#headers = headers;
    this.#project = project;
  }

  get #query() {
    return this.#walked.database.query;
  }

  /** Deletes the import of the project. */
  async drop(): Promise<void> {
    await this.#read();
    await sql`delete from imports where project_id = ${this.#project.id}`.execute(this.#query);
  }
  /** A file that came is read to its end. */
  async #read(): Promise<void> {
    if (!this.#isFresh) return;
    const reading = () => sql`select from imports where project_id = ${this.#project.id} and status = 'reading'`.execute(this.#query);
    await expect.poll(async () => (await reading()).rows.length, SOON).toBe(0);
    this.#isFresh = false;
  }
  async #bring(): Promise<void> {
    const { rows } = await sql<{ file_name: string }>`select file_name from imports where project_id = ${this.#project.id}`.execute(
      this.#query,
    );
    if (rows[0]?.file_name === FILE) return this.#read();
    if (rows.length > 0) await this.drop();
    const file = { name: FILE, mimeType: 'application/octet-stream', buffer: WORKBOOK };
    const response = await this.#context.request.patch(`${this.#walked.address}/api/v1/projects/${this.#project.id}/`, {
      headers: this.#headers,
      multipart: { file },
    });
    expect(response.status()).toBe(200);
    this.#isFresh = true;
    await this.#read();
  }
  /** Writes the status, errors and progress of the import to the database. */
  async says(status: ImportStatus, isFirst: boolean, progress = 1, certainty: Certainty = 'sure'): Promise<void> {
    await this.#bring();
    const { id, base } = this.#project;
    const doubts = certainty === 'sure' ? '[]' : JSON.stringify([{ said: noPrices(), amount: null, remedy: null }]);
    await sql`update import_lists set doubts = ${doubts}::text::jsonb where project_id = ${id}`.execute(this.#query);
    const errors = status === 'errors_found' ? JSON.stringify(CELL_ERROR) : '[]';
    await sql`
      update import_rows set errors = case when name in ('Pipe 2', 'Kerb 3') then ${errors}::text::jsonb else '[]' end
       where rows_id in (select rows_id from import_lists where project_id = ${id})`.execute(this.#query);
    await sql`
      update imports set status = ${status}, progress = ${progress}, base_version_id = ${isFirst ? null : base}::bigint,
             refusal_code = ${status === 'refused' ? 'NO_TABLE' : null}::text, refusal_detail = ${status === 'refused' ? 'No table was found' : null}::text
       where project_id = ${id}`.execute(this.#query);
  }
  /** The server that read the file has stopped in the middle, long ago. */
  async leftBehind(): Promise<void> {
    await this.says('reading', true, 0.5);
    await sql`update imports set read_alive_at = now() - interval '1 hour' where project_id = ${this.#project.id}`.execute(this.#query);
  }
  async #tellReaders(): Promise<void> {
    await notify(this.#query, importTopic(this.#project.id));
  }

  async #pause(): Promise<void> {
    if (this.#isPaused) return;
    this.#isPaused = true;
    await stopClock(this.page, 500);
  }
  async #resume(): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    await this.page.clock.resume();
  }

  readonly #inDialog = (name: string) => this.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  readonly #press = (name: string | RegExp) => this.page.getByRole('button', { name }).first().click();

  /** Types another unit into the row of this name; the page sends it at once. */
  async correct(name: string): Promise<void> {
    const row = this.page.getByRole('row').filter({ has: this.page.getByText(name, { exact: true }) });
    await row.getByRole('gridcell', { name: /^(m|pcs)$/ }).click();
    await this.page.keyboard.type('pcs');
    await this.page.keyboard.press('Enter');
  }
  /** Holds every change but corrections, which are held when they are asked for. */
  async holdChanges(): Promise<void> {
    await this.page.route(/\/api\/v1\/import\/\d+\/(lines|rows)\/\d+\//, (route) => {
      if (route.request().method() === 'PUT' && route.request().url().includes('/rows/') && !this.holdsCorrections) return route.continue();
      this.#change = route;
    });
  }
  holdsCorrections = false;
  async releaseChange(how: 'continue' | 'abort'): Promise<void> {
    await expect.poll(() => this.#change !== null, SOON).toBe(true);
    const route = this.#change;
    this.#change = null;
    await (how === 'continue' ? route?.continue() : route?.abort());
  }

  /** Makes one step happen. */
  async step(event: Event | Outcome, before: Snapshot, after: Snapshot): Promise<void> {
    // The clock is stopped, so that no delay passes by itself.
    if (after.matches({ reading: 'waiting' }) || after.matches({ reading: 'failed' })) await this.#pause();
    else if (!event.type.startsWith('xstate.after')) await this.#resume();
    const outcome = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type);
    if (outcome) return this.#answer(outcome[2] ?? '', outcome[1] === 'done', event as Outcome, before);
    await this.#act(event as Event, before);
    if (!after.matches({ reading: 'waiting' }) && !after.matches({ reading: 'failed' })) await this.#resume();
  }

  async #answer(actor: string, isDone: boolean, { output, error }: Outcome, before: Snapshot): Promise<void> {
    if (actor === 'change') await expect.poll(() => this.#change !== null, SOON).toBe(true);
    else await this.watched.held(actor);
    const isGone = error instanceof Refused && error.status === 404;
    if (isGone || (actor === 'upload' && isDone)) await this.drop();
    else if (actor === 'upload') await this.says('importable', true);
    else if (isDone) {
      const status = output?.status ?? (before.matches('reading') ? 'reading' : 'importable');
      const isFirst = output?.is_first_import ?? before.context.found?.is_first_import ?? true;
      const certainty = output?.certainty ?? before.context.found?.certainty;
      await this.says(status, isFirst, status === 'reading' ? 0.5 : 1, certainty);
    }
    if (actor === 'upload') this.#isFresh = isDone;
    // A second upload is refused by name.
    const how = isDone || isGone || actor === 'upload' ? 'continue' : 'abort';
    return actor === 'change' ? this.releaseChange(how) : this.watched.release(actor, how);
  }

  async #act(event: Event, before: Snapshot): Promise<void> {
    switch (event.type) {
      case 'file.chosen':
        return before.matches('reviewing') ? this.#dropOnPage() : this.chooseFile();
      case 'text.pasted':
        return this.#paste();
      case 'reading.progressed':
        await this.says('reading', true, event.progress);
        return this.#tellReaders();
      case 'reading.ended':
        await this.says('importable', true);
        return this.#tellReaders();
      case 'list.chosen':
        return this.#press(/^Second/);
      case 'filter.chosen':
        return this.#press(/^Errors/);
      case 'error.sought':
        return this.page.keyboard.press('F8');
      case 'lists.changed':
        await this.says(event.found.status, before.context.found?.is_first_import ?? true, 1, event.found.certainty);
        return this.correct(/^Second/.test((await this.page.locator('[aria-current=true]').textContent()) ?? '') ? 'Kerb 4' : 'Pipe 4');
      case 'import.ended':
        await this.drop();
        return this.#tellReaders();
      case 'change.made':
        return this.page.getByRole('checkbox', { name: /^VAT/ }).click();
      case 'removal.requested':
        return this.#press(/^Delete row/);
      case 'removal.confirmed':
        return this.#inDialog('Delete');
      case 'removal.declined':
      case 'numbers.declined':
        return this.#inDialog('Cancel');
      case 'cancel.declined':
        return this.#inDialog('Keep importing');
      case 'cancel.requested':
        await this.#press('Cancel import');
        return before.matches('uploading') ? this.watched.forget('upload') : undefined;
      case 'cancel.confirmed':
        return this.#inDialog('Cancel import');
      case 'finish.requested':
        return this.#press(/^(Finish import|Check numbers)$/);
      case 'doubts.accepted':
        return this.#inDialog('Continue');
      case 'doubts.declined':
        return this.#inDialog('Back to the review');
      case 'numbers.confirmed':
        return this.#inDialog('Confirm import');
      case 'load.retried':
        return this.#press('Try again');
      default:
        await this.watched.passTime(5_100);
        return this.#resume();
    }
  }

  async #dropOnPage(): Promise<void> {
    const dropped = await this.page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['rows'], 'estimate.xlsx'));
      return data;
    });
    await this.page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  }
  async chooseFile(): Promise<void> {
    await this.page.locator('input[type=file]').setInputFiles({ name: FILE, mimeType: 'application/octet-stream', buffer: WORKBOOK });
  }
  async #paste(): Promise<void> {
    const text = TABLE.map((row) => row.join('\t')).join('\n');
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
  }

  /** Where the import is, and what must be on screen there. */
  async expectState(snapshot: Snapshot): Promise<void> {
    if (snapshot.matches('done')) return expect(this.page).toHaveURL(/\/project\/\d+\/\d+$/);
    if (snapshot.matches('cancelled')) return expect(this.page).toHaveURL(/\/project\/\d+/);
    await expect.poll(() => JSON.parse(this.watched.at('import') ?? 'null'), SOON).toEqual(snapshot.value);
    const title = titleOf(snapshot, this.#project.base !== 0);
    if (title !== null)
      await expect(this.page.getByRole('heading', { name: title.startsWith('Reading') ? /^Reading / : title })).toBeVisible();
    if (snapshot.matches('refused')) await expect(this.page.getByText('No table was found')).toBeVisible();
    if (snapshot.matches({ reading: 'waiting' })) {
      const share = String(snapshot.context.found?.progress);
      await expect(this.page.getByRole('progressbar')).toHaveAttribute('value', share);
    }
    if (snapshot.matches('reviewing')) {
      const name = { all: 'All', updated: 'Updated', errors: 'Errors', vanished: 'Not in the file' }[snapshot.context.filter];
      await expect(this.page.locator('[aria-pressed=true]')).toHaveText(new RegExp(`^${name}`));
    }
    if (snapshot.matches({ reviewing: 'idle' })) {
      const { sentence, refusedColumn } = snapshot.context;
      if (sentence !== null && refusedColumn === null) await expect(this.page.getByText(sentence.detail)).toBeVisible();
      const finish = this.page.getByRole('button', { name: /^(Finish import|Check numbers)$/ });
      if (snapshot.context.found?.status === 'errors_found') await expect(finish).toHaveAttribute('aria-disabled', 'true');
      else await expect(finish).not.toHaveAttribute('aria-disabled', 'true');
    }
    const dialog = dialogOf(snapshot, { file: '', row: '' })?.trim() ?? null;
    if (dialog === null) await expect(this.page.getByRole('dialog')).toHaveCount(0);
    else await expect(this.page.getByRole('dialog', { name: dialog })).toBeVisible();
    if (snapshot.matches('choosing') && snapshot.context.sentence !== null)
      await expect(this.page.getByRole('alert')).toContainText(/Demo Estimator is importing a file|cannot be reached/);
  }
}

/** The import of a new project, opened with its calls held; without an estimate on the project's own screen. */
/** `hasActs`: the project has an accepted act, which can go on in what is imported. */
export async function openImport(
  page: Page,
  context: BrowserContext,
  walked: Walked,
  { hasEstimate = true, hasActs = false } = {},
): Promise<ImportStage> {
  const asked = async (method: 'get' | 'post' | 'put', path: string, data: object | undefined, headers: Record<string, string>) =>
    (await context.request[method](`${walked.address}/api/v1${path}`, { headers, ...(data && { data }) })).json();
  const tokens = await asked('post', '/token/', DEMO, {});
  await context.addCookies(['access', 'refresh'].map((name) => ({ name, value: tokens[name], url: walked.address })));
  const headers = { authorization: `Bearer ${tokens.access}` };
  const { teams } = await asked('get', '/profile/', undefined, headers);
  const { id } = await asked('post', '/projects', { team_id: teams[0].id, name: 'Imported by steps' }, headers);
  const { id: base } = hasEstimate ? await asked('post', `/projects/${id}/versions/`, {}, headers) : { id: 0 };
  if (hasActs) {
    const act = await asked('post', `/versions/${base}/acts/`, {}, headers);
    await asked('put', `/acts/${act.id}/`, { status_id: ACCEPTED }, headers);
  }
  const watched = await watch(context, page, walked.taken, namesOf(id));
  await page.clock.install();
  const stage = new ImportStage(page, context, walked, watched, headers, { id, base });
  await stage.holdChanges();
  await page.goto(`${walked.address}/${hasEstimate ? 'import' : 'project'}/${id}`);
  return stage;
}

const namesOf = (id: number) => ({
  [`GET /import/${id}/lists/`]: 'readLists',
  [`PATCH /projects/${id}/`]: 'upload',
  [`POST /import/${id}/paste/`]: 'upload',
  [`GET /import/${id}/summary/`]: 'readNumbers',
  [`POST /import/${id}/finish/`]: 'finish',
  [`POST /import/${id}/cancel/`]: 'cancel',
});
