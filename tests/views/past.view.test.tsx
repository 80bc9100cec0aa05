import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, type EventFrom, fromPromise } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { HistoryLine, Moment, RecordChange } from '../../domain/api/historyRoutes.ts';
import { staleEdit } from '../../domain/sentences/editing.ts';
import { restoreGone } from '../../domain/sentences/estimates.ts';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import { pastModel } from '../../src/machines/past/past.model.ts';
import { type PastSubject, pastMachine } from '../../src/machines/past/past.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import type { BringBack, MomentChange, PastOf, PastRead, Restoration } from '../../src/views/history/pastNeeds.ts';
import { cellOf, click, layTablesOut, press, pressButton } from './layout.ts';
import { showList } from './listStage.tsx';
import { reading } from './samples.ts';
import { testView } from './viewWalk.ts';

type Machine = typeof pastMachine;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const value = (text: string, formula: string | null = null) => ({ text, formula, name: null });
const now = { revision: 4, version_id: 3, list_id: 12, act_id: null, frozen: false, values: { quantity: value('12.5') } };
const change = (more: Partial<RecordChange> = {}): RecordChange => ({
  kind: 'row',
  id: 7,
  what: 'changed',
  name: 'Gravel bed',
  fields: [{ field: 'quantity', from: value('2'), to: value('12.5') }],
  now,
  ...more,
});
const line = (id: number, more: Partial<HistoryLine> = {}): HistoryLine => ({
  id,
  entity_type: 'row',
  object_id: 7,
  type: 'update',
  project_id: 5,
  processed: true,
  created_at: '2026-01-01T10:00:00.000Z',
  author_id: 2,
  author_name: 'Bob',
  subject: 'Gravel bed',
  field: 'quantity',
  version_id: 3,
  records: 1,
  changes: [change()],
  ...more,
});

interface Shown {
  readonly events?: readonly HistoryLine[];
  readonly bring?: (back: BringBack) => Promise<void>;
  readonly onRead?: (subject: PastSubject) => void;
  readonly restore?: (asked: Restoration) => Promise<void>;
  readonly moments?: readonly Moment[];
  readonly changeMoment?: (change: MomentChange, given: { name: string; note: string } | null) => Promise<void>;
}
const SPEC = '11.9 A value is brought back as a new edit';
const nothing = () => Promise.resolve();
/** A panel that has loaded these changes. */
const partOf =
  ({ events = [line(2), line(1)], bring = nothing, restore = nothing, changeMoment = nothing, moments = [], onRead }: Shown): PastOf =>
  (subject) => {
    onRead?.(subject);
    const read = new ValueStore<PastRead>();
    read.set({ events, hasOlder: true });
    const named = new ValueStore<readonly Moment[]>();
    named.set(moments);
    return {
      read,
      reading,
      moments: named,
      bringing: formDialog<BringBack, null, void>('bringBack', SPEC).provide({
        actors: { submit: fromPromise<void, { subject: BringBack; given: null }>(({ input }) => bring(input.subject)) },
      }),
      restoring: formDialog<Restoration, null, void>('restoration', SPEC).provide({
        actors: { submit: fromPromise<void, { subject: Restoration; given: null }>(({ input }) => restore(input.subject)) },
      }),
      momentChange: formDialog<MomentChange, { readonly name: string; readonly note: string } | null, void>('momentChange', SPEC).provide({
        actors: {
          submit: fromPromise<void, { subject: MomentChange; given: { name: string; note: string } | null }>(({ input }) =>
            changeMoment(input.subject, input.given),
          ),
        },
      }),
    };
  };
async function open(shown: Shown, machine = pastMachine) {
  const past = createActor(machine).start();
  const part = Promise.resolve(partOf(shown));
  return { past, list: await showList({ past: { past, pastOf: () => part } }) };
}
const panel = () => screen.queryByRole('complementary');
const choose = async (list: Awaited<ReturnType<typeof showList>>, row: string) => {
  await click(cellOf('Paving', 'quantity'));
  await click(cellOf(row, 'quantity'));
  await act(async () => list.run('History of the row'));
};

let here: Awaited<ReturnType<typeof open>>;
testView<Machine>({
  model: pastModel,
  start: 'on a list',
  promises: [],
  longest: 20,
  async show(ready) {
    here = await open({}, ready(pastMachine));
  },
  act({ type, ...event }: EventFrom<Machine>) {
    if (type === 'older.asked') return pressButton('Show earlier changes');
    if (type === 'past.closed') return press('Escape');
    return 'subject' in event ? choose(here.list, event.subject.name) : undefined;
  },
  seen: () => ({ title: panel()?.getAttribute('aria-label') ?? null, holdsFocus: panel()?.contains(document.activeElement) ?? false }),
  due: ({ context: { subject } }) => ({ title: subject && `History of ${subject.name}`, holdsFocus: subject !== null }),
});

test('a change names who made it, what it was, and the values as the table shows them', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const { list } = await open({
    events: [
      line(4, {
        processed: false,
        changes: [change({ fields: [{ field: 'quantity', from: value('12.5'), to: value('1234.5', '1000+234.5') }] })],
      }),
      line(3, {
        type: 'create',
        author_name: hostile,
        changes: [change({ what: 'made', fields: [{ field: 'name', from: null, to: value(hostile) }] })],
      }),
    ],
  });
  await choose(list, 'Gravel bed');
  const [latest, first] = within(panel() as HTMLElement).getAllByRole('listitem');
  expect(latest?.textContent).toContain('Bob');
  expect(latest?.textContent).toContain('Undone');
  expect(latest?.textContent).toMatch(/Changed.*Quantity.*12\.5.*→.*=1000\+234\.5 \(1.234\.5\)/);
  expect(first?.textContent).toContain(hostile);
  expect(panel()?.querySelector('img')).toBeNull();
});

test('a version that was made is named, because nothing else says what was added', async () => {
  const made: Partial<HistoryLine> = { entity_type: 'version', type: 'create', changes: [], records: 0 };
  const { list } = await open({ events: [line(4, { ...made, subject: '2' }), line(3, { ...made, type: 'import', subject: '' })] });
  await choose(list, 'Gravel bed');
  const [added, imported] = within(panel() as HTMLElement).getAllByRole('listitem');
  expect(added?.textContent).toMatch(/AddedVersion 2$/);
  expect(imported?.textContent).toMatch(/Imported$/);
});

test('arrow keys go from change to change, and Escape goes back to the table', async () => {
  const { list } = await open({});
  await choose(list, 'Gravel bed');
  const lines = within(panel() as HTMLElement).getAllByRole('listitem');
  await act(async () => lines[0]?.focus());
  await press('ArrowDown');
  expect(document.activeElement).toBe(lines[1]);
  await press('ArrowUp');
  expect(document.activeElement).toBe(lines[0]);
  await press('End');
  expect(document.activeElement).toBe(lines[1]);
  await press('Escape');
  expect(panel()).toBeNull();
});

test('an earlier value is restored with one press, on the revision that was loaded', async () => {
  const brought: BringBack[] = [];
  const bring = async (back: BringBack) => void brought.push(back);
  const { list } = await open({ events: [line(2)], bring });
  await choose(list, 'Gravel bed');
  expect(screen.queryByRole('button', { name: 'Restore “12.5”' })).toBeNull();
  await pressButton('Restore “2”');
  expect(brought).toEqual([{ kind: 'row', id: 7, name: 'Gravel bed', now, field: 'quantity', text: '2' }]);
  expect(screen.getByText(/The value has been restored/)).toBeTruthy();
});

test('frozen or deleted records offer no restoring, and a refusal is shown at its change', async () => {
  const refused = () => Promise.reject(new Refused(409, staleEdit()));
  const { list } = await open({
    events: [
      line(3),
      line(2, { changes: [change({ now: { ...now, frozen: true } })] }),
      line(1, { changes: [change({ id: 9, now: null })] }),
    ],
    bring: refused,
  });
  await choose(list, 'Gravel bed');
  const [free, frozen, gone] = within(panel() as HTMLElement).getAllByRole('listitem');
  expect(within(gone as HTMLElement).queryByRole('button')).toBeNull();
  expect(
    within(frozen as HTMLElement)
      .getByRole('button')
      .getAttribute('aria-disabled'),
  ).toBe('true');
  await act(async () =>
    within(free as HTMLElement)
      .getByRole('button')
      .click(),
  );
  expect(within(free as HTMLElement).getByRole('alert').textContent).toBe(staleEdit().detail);
});

test('the history of a cell is that of its field', async () => {
  const asked: PastSubject[] = [];
  const { past } = await open({ onRead: (subject) => asked.push(subject) });
  await act(async () =>
    past.send({ type: 'past.opened', subject: { projectId: 5, of: 'row', id: 7, name: 'Gravel bed', field: 'quantity' } }),
  );
  expect(panel()?.getAttribute('aria-label')).toBe('History of Gravel bed, Quantity');
  expect(asked.at(-1)).toMatchObject({ field: 'quantity' });
});

test('rows that an event deleted are restored with one press, and a refusal is shown there', async () => {
  const asked: Restoration[] = [];
  const restore = (given: Restoration) => {
    asked.push(given);
    return Promise.reject(new Refused(409, restoreGone()));
  };
  const removed = change({ what: 'removed', now: null, fields: [{ field: 'quantity', from: value('2'), to: null }] });
  const { list, past } = await open({ events: [line(6, { type: 'delete', records: 1, changes: [removed] })], restore });
  await choose(list, 'Gravel bed');
  await pressButton('Restore the row');
  expect(asked).toEqual([{ versionId: 3, eventId: 6, ids: [7] }]);
  expect(within(panel() as HTMLElement).getByRole('alert').textContent).toBe(restoreGone().detail);
  await act(async () => past.send({ type: 'past.opened', subject: { projectId: 5, of: 'list', id: 12, name: 'Roads' } }));
  await pressButton('Restore 1 row');
  expect(asked.at(-1)).toEqual({ versionId: 3, eventId: 6, ids: null });
});

test('moments are listed with their comparison, named, renamed and removed', async () => {
  const asked: unknown[] = [];
  const changeMoment = async (...given: unknown[]) => void asked.push(given);
  const moment: Moment = {
    id: 4,
    version_id: 2,
    event_id: 9,
    at: '2026-01-01T10:00:00.000Z',
    name: '<u>Meeting</u>',
    note: 'Room 2',
    author_id: 2,
    author_name: 'Bob',
  };
  const { past } = await open({ moments: [moment], changeMoment });
  await act(async () => past.send({ type: 'past.opened', subject: { projectId: 5, of: 'version', id: 3, name: 'Version 1' } }));
  expect(panel()?.textContent).toContain('<u>Meeting</u>');
  expect(screen.getByRole('link', { name: 'Compare with now' }).getAttribute('href')).toBe('/project/5/3/compare/2?show=lists&moment=4');
  const fill = async (named: string) => {
    const [field, note] = within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('textbox');
    await act(async () => {
      fireEvent.change(field as Element, { target: { value: named } });
      fireEvent.change(note as Element, { target: { value: 'Here' } });
    });
  };
  await pressButton('Name this moment…');
  await fill('Before');
  await pressButton('Name it');
  await pressButton('Rename “<u>Meeting</u>”');
  await fill('After');
  await act(async () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Rename' }).click());
  await pressButton('Remove “<u>Meeting</u>”');
  await pressButton('Delete');
  expect(asked).toEqual([
    [
      { kind: 'naming', versionId: 3 },
      { name: 'Before', note: 'Here' },
    ],
    [
      { kind: 'rename', moment },
      { name: 'After', note: 'Here' },
    ],
    [{ kind: 'removal', moment }, null],
  ]);
});
