/** A client: it chooses what to do by its own seed, does one thing after another, and keeps a journal of its writes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { actRowId } from '../../domain/act.ts';
import { Refused, restCall, Unanswered } from '../../domain/api/call.ts';
import type { Answer, Asked, Route } from '../../domain/api/routes.ts';
import type { Row } from '../../domain/api/shapes.ts';
import type { PersonContent } from './content.ts';
import type { Entry, Journal } from './journal.ts';
import type { Randomness } from './schedule.ts';
import type { Session } from './session.ts';

const LONGEST_REST = 220;
/** Milliseconds after which an import that does not get on is cancelled, as a person would. */
const LONGEST_READING = 4_000;
const LOOK_EVERY = 150;
/** So few that acts meet in them. */
const CLAIMED_ROWS = 4;
const HEADING_CODES = ['1', '1.1', '2', '1.2.1', '', '2.1', '1.1.1'] as const;
const WEIGHTS = {
  edit: 30,
  add: 10,
  remove: 4,
  move: 5,
  claim: 20,
  act: 2,
  unact: 1,
  tax: 4,
  undo: 7,
  redo: 4,
  again: 4,
  renew: 8,
  import: 2,
};
const FIELDS = ['name', 'quantity', 'unit_labour', 'unit_materials'] as const;
const IMPORTED_ROWS = 3;

interface Write {
  readonly mark?: string;
  readonly revision?: number;
}

export class Client {
  readonly session: Session;
  private readonly person: PersonContent;
  private readonly journal: Journal;
  private readonly random: Randomness;
  private readonly name: string;
  /** The client's copy of the open version's rows, which may be stale. */
  private rows = new Map<number, Row>();
  private acts: number[];
  private count = 0;
  private hasImported = false;

  constructor(name: string, person: PersonContent, session: Session, journal: Journal, random: Randomness) {
    this.name = name;
    this.person = person;
    this.session = session;
    this.journal = journal;
    this.random = random;
    this.acts = person.project.claimed.acts.map((_, at) => at + 1);
  }

  /** Goes on choosing actions until it is asked to rest, and completes the action it has begun. */
  async work(rest: AbortSignal): Promise<void> {
    await this.attempt(() => this.look());
    while (!rest.aborted) {
      const action = this.random.weighted(WEIGHTS);
      await this.attempt(() => this[action]());
      await pause(this.random.whole(20, LONGEST_REST));
    }
  }

  /** A refusal is an answer like any other; no answer means that the time is up. */
  private async attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (error instanceof Unanswered) return;
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'idempotency_conflict') this.journal.complaints.push(`a key of ${this.name} was taken for another's`);
      if ([404, 409].includes(error.status)) await this.attempt(() => this.look());
    }
  }

  /** A write under a key of its own. */
  private async write<R extends Route>(route: R, asked: Asked<R>, { mark, revision }: Write = {}): Promise<Answer<R>> {
    const key = randomUUID();
    const call = restCall(route, asked, { key, ...(revision !== undefined && { revision }) });
    const entry: Entry = {
      userId: this.person.id,
      key,
      route,
      call,
      mark: mark ?? null,
      outcome: 'uncertain',
      status: null,
      answer: null,
    };
    this.journal.entries.push(entry);
    try {
      entry.answer = await this.session.answered(call);
      entry.outcome = 'acknowledged';
      return entry.answer as Answer<R>;
    } catch (error) {
      if (error instanceof Refused) Object.assign(entry, { outcome: 'refused', status: error.status, answer: error.body });
      throw error;
    }
  }

  private async look(): Promise<void> {
    const rows = new Map<number, Row>();
    for (const id of this.person.project.open.lists) {
      const answer = await this.session.ask('GET /lists/:id/rows/', { params: { id }, query: { limit: 500 } });
      if ('rows' in answer) for (const row of answer.rows) rows.set(row.id, row);
    }
    this.rows = rows;
    const { versions } = await this.session.ask('GET /projects/:id/tree', { params: { id: this.person.project.id } });
    const acts = versions.find(({ id }) => id === this.person.project.claimed.versionId)?.acts ?? [];
    this.acts = acts.map((_, at) => at + 1);
  }

  private nextMark(): string {
    this.count += 1;
    return `${this.name} ${this.count}`;
  }
  private chosenRow(): Row {
    if (this.rows.size === 0) throw new Unanswered('it knows no row');
    return this.random.of([...this.rows.values()]);
  }
  private chosenList(): number {
    return this.random.of(this.person.project.open.lists);
  }

  private async edit(): Promise<void> {
    const { id, revision, kind } = this.chosenRow();
    const mark = this.nextMark();
    if (kind === 'section') {
      // Another code is another place in the outline.
      const body = { code: HEADING_CODES[this.count % HEADING_CODES.length] ?? '' };
      const { row } = await this.write('PUT /rows/:id/', { params: { id }, body }, { revision });
      this.rows.set(id, row);
      return;
    }
    const field = this.random.of(FIELDS);
    const value = field === 'name' ? mark : `${this.count}.${this.random.whole(1, 999_999)}`;
    const body = { [field]: value } as Asked<'PUT /rows/:id/'>['body'];
    const { row } = await this.write('PUT /rows/:id/', { params: { id }, body }, { revision, ...(field === 'name' && { mark }) });
    this.rows.set(id, row);
  }

  private async add(): Promise<void> {
    const name = this.nextMark();
    const isHeading = this.count % 4 === 0;
    const body = isHeading
      ? { kind: 'section' as const, name, code: HEADING_CODES[this.count % HEADING_CODES.length] ?? '' }
      : { name, quantity: String(this.random.whole(1, 90)), unit_labour: '1.25' };
    const { rows } = await this.write('POST /lists/:id/rows/', { params: { id: this.chosenList() }, body }, { mark: name });
    for (const row of rows) this.rows.set(row.id, row);
  }

  private async remove(): Promise<void> {
    const { id, revision } = this.chosenRow();
    await this.write('DELETE /rows/:id/', { params: { id } }, { revision });
    this.rows.delete(id);
  }

  private async move(): Promise<void> {
    const { id } = this.chosenRow();
    await this.write('POST /rows/:id/move/', { params: { id }, body: { list_id: this.chosenList(), after_id: null } });
  }

  private async claim(): Promise<void> {
    if (this.acts.length === 0) return this.act();
    const id = actRowId(this.random.of(this.person.project.claimed.rows.slice(0, CLAIMED_ROWS)), this.random.of(this.acts));
    const percent = (this.random.whole(0, 7_000) / 100).toFixed(2);
    await this.write('PUT /act_rows/:id/', { params: { id }, body: { percent } });
  }

  private async act(): Promise<void> {
    const { place } = await this.write('POST /versions/:id/acts/', {
      params: { id: this.person.project.claimed.versionId },
      body: {},
    });
    if (!this.acts.includes(place)) this.acts.push(place);
  }

  private async unact(): Promise<void> {
    const id = this.person.project.claimed.acts.at(-1) ?? 0;
    await this.write('DELETE /acts/:id/', { params: { id } });
  }

  private async tax(): Promise<void> {
    const body = { percent_total: (this.random.whole(0, 3_000) / 100).toFixed(2) };
    await this.write('PUT /taxes/:id/', { params: { id: this.person.project.open.taxId }, body });
  }

  private async undo(): Promise<void> {
    await this.write('POST /projects/:id/history/backward/', { params: { id: this.person.project.id }, body: {} });
  }

  private async redo(): Promise<void> {
    await this.write('POST /projects/:id/history/forward/', { params: { id: this.person.project.id }, body: {} });
  }

  /** Sends an old write again, which must get the same answer. */
  private async again(): Promise<void> {
    const done = this.journal.entries.filter(({ userId, outcome }) => userId === this.person.id && outcome === 'acknowledged');
    if (done.length === 0) return;
    const entry = this.random.of(done);
    const answer = await this.session.answered(entry.call);
    if (JSON.stringify(answer) !== JSON.stringify(entry.answer))
      this.journal.complaints.push(`${entry.route} answered otherwise under its key`);
  }

  /** The access token is gone, as after an hour. */
  private async renew(): Promise<void> {
    this.session.tokens = { ...this.session.tokens, access: 'gone' };
    await this.session.ask('GET /profile/', {});
  }

  private async import(): Promise<void> {
    if (this.hasImported) return;
    this.hasImported = true;
    const params = { id: this.person.project.id };
    const lines = Array.from({ length: IMPORTED_ROWS }, (_, at) => `${at + 1};${this.nextMark()};m2;${at + 2};10.50;3.25;0`);
    const file = new File([`Code;Description;Unit;Quantity;Labour;Materials;Equipment\n${lines.join('\n')}\n`], 'works.csv');
    await this.session.ask('PATCH /projects/:id/', { params, body: {} }, { file }).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.code !== 'import_under_way') throw error;
    });
    const begun = performance.now();
    while (performance.now() - begun < LONGEST_READING) {
      const { status } = await this.session.ask('GET /import/:id/lists/', { params });
      if (status === 'importable') return void (await this.write('POST /import/:id/finish/', { params }));
      if (status !== 'reading') break;
      await pause(LOOK_EVERY);
    }
    await this.write('POST /import/:id/cancel/', { params });
  }
}
