import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import type { ActRow } from '../../domain/api/shapes.ts';
import { answerModel } from '../../src/machines/answer/answer.model.ts';
import { answerMachine } from '../../src/machines/answer/answer.ts';
import { AnswerDraft, type Draft, rowsSent } from '../../src/machines/answer/draft.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { AnswerSheet } from '../../src/views/answer/AnswerSheet.tsx';
import type { Answering } from '../../src/views/answer/needs.ts';
import { settled } from '../model/world.ts';
import { SUMMARY } from './actSamples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

const amounts = (total: string) => ({ labour: total, materials: '0.00', tools: '0.00', total });
const rowAt = (at: number): ActRow => ({
  id: at * 4096 + 1,
  row_id: at,
  list_id: 4,
  order: at,
  kind: 'row',
  code: '',
  name: at === 1 ? 'Gravel' : 'Sand',
  unit: 'm3',
  estimated_quantity: '10',
  quantity: '4',
  percent: '40.00',
  quantity_before: '0',
  quantity_balance: '4',
  quantity_left: '6',
  revision: 1,
  level: 0,
  section_id: 0,
  row_count: 0,
  estimated_cost: amounts('25.00'),
  completed_before: amounts('0.00'),
  completed_now: amounts('10.00'),
  balance: amounts('10.00'),
  left_to_do: amounts('15.00'),
  unit_prices: { labour: '2.5', materials: '0', tools: '0' },
});

let draft: AnswerDraft;
let kept: Draft | null = null;
let keys = 0;
const begin = (begun: Draft | null = null, revision = 1) => {
  draft = new AnswerDraft(begun, revision, {
    newKey: () => `key ${++keys}`,
    keep: (now) => {
      kept = now;
    },
  });
};
function answering(machine: typeof answerMachine): Answering {
  return {
    draft,
    machine,
    list() {
      const rows = new RowStore<ActRow>();
      rows.setWindow(0, [rowAt(1), rowAt(2)], 2);
      return { rows, windows: rowWindowMachine };
    },
  };
}
const sheet = (machine: typeof answerMachine, way: 'link' | 'paper', listId: number | null = null) => (
  <AnswerSheet
    answering={answering(machine)}
    way={way}
    summary={SUMMARY}
    currency="€"
    listId={listId}
    addressOf={(list) => `/answer/h/list/${list}`}
  />
);
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
/** Rows as the event found them: incomplete, changed, or none. */
async function rowsFor(incomplete: number, changed: number): Promise<void> {
  await act(async () => {
    draft.clear();
    for (let at = 1; at <= incomplete; at += 1) draft.change(rowAt(at), { typed: 'x' });
    for (let at = 1; at <= changed; at += 1) draft.change(rowAt(at), { typed: '1', reason: 'not_done' });
  });
}
async function does(event: EventFrom<typeof answerMachine>, way: 'link' | 'paper'): Promise<void> {
  switch (event.type) {
    case 'review.requested':
      await rowsFor(event.incomplete, 0);
      return press('Review and send');
    case 'all.accepted':
      await rowsFor(0, event.changed);
      return press('Accept all as claimed');
    case 'loss.confirmed':
      return press('Accept all as claimed');
    case 'loss.declined':
      return press('Cancel');
    case 'review.left':
      return press('Back to the rows');
    case 'answer.submitted':
      for (const field of ['name', 'email'] as const) {
        const input = document.querySelector(`input[name=${field}]`);
        if (input !== null) fireEvent.change(input, { target: { value: event.typed[field] } });
      }
      return press(way === 'link' ? 'Send the answer' : 'Record the answer');
    case 'sending.retried':
      return press('Send again now');
    case 'act.reread':
      return press('Look again');
  }
}

const SAID = {
  waiting: 'The server has not confirmed your answer yet. It is sent again automatically, and counts only once.',
  kept: 'What you typed is kept in this browser.',
  sent: 'Your answer has been received.',
} as const;
const has = (text: string | RegExp) => screen.queryAllByText(text).length > 0;
const REVIEWS = ['reviewing', 'sending', 'waiting'] as const;

for (const [start, way] of [
  ['by a link', 'link'],
  ['from a paper', 'paper'],
] as const)
  testView<typeof answerMachine>({
    model: answerModel,
    start,
    longest: 40,
    promises: ['acceptAll', 'send', 'reread'],
    async show(ready) {
      begin();
      await show(await stageFor('nobody'), sheet(ready(answerMachine), way));
    },
    act: (event) => does(event, way),
    seen: () => ({
      review: screen.queryByRole('heading', { name: way === 'link' ? 'Your answer' : 'The answer on paper' }) !== null,
      sure: screen.queryByRole('heading', { name: 'Accept all as claimed?' }) !== null,
      incomplete: has(/^2 rows need a valid quantity or a reason, first Gravel$/),
      isWaiting: has(SAID.waiting),
      isRefused: has(new RegExp(SAID.kept)),
      isSent: has(SAID.sent),
      sums: within(document.querySelector('footer') ?? document.body).getAllByText('30.00').length > 0,
    }),
    due: (snapshot) => ({
      review: REVIEWS.some((state) => snapshot.matches(state)),
      sure: snapshot.matches('confirmingAll') || snapshot.matches('accepting'),
      incomplete:
        snapshot.matches('filling') &&
        snapshot.context.incomplete > 0 &&
        snapshot.context.sentence === null &&
        draft.incomplete().length > 0,
      isWaiting: snapshot.matches('waiting') && snapshot.context.sentence === null,
      isRefused: snapshot.matches('refused') || snapshot.matches('rereading'),
      isSent: snapshot.matches('sent'),
      sums: true,
    }),
  });

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });

test('a row is certified by quantity or percent with a reason, the sums follow every key press, and everything is kept', async () => {
  begin();
  await show(await stageFor('nobody'), sheet(answerMachine, 'link', 4));
  await act(async () => settled());
  type(/^Certified quantity: Gravel/, '1,5');
  expect(field(/^Certified percent: Gravel/).value).toBe('15.00');
  expect(document.querySelector('footer')?.textContent).toContain('−6.25');
  expect(screen.getByText('Choose a reason')).toBeTruthy();
  press('Defective');
  expect(screen.queryByText('Choose a reason')).toBeNull();
  type(/^In words: Gravel/, 'Too fine');
  expect(kept?.rows).toMatchObject([{ row: { row_id: 1 }, typed: '1,5', reason: 'defective', text: 'Too fine' }]);
  expect(kept === null ? [] : rowsSent(kept)).toEqual([{ row_id: 1, quantity: '1.5', reason: 'defective', text: 'Too fine' }]);
  type(/^Certified percent: Gravel/, '50');
  expect(screen.getByText('The range for this row is 0.00 to 40.00 %')).toBeTruthy();
  type(/^Certified percent: Gravel/, '20');
  expect(field(/^Certified quantity: Gravel/).value).toBe('2');
  press('As claimed');
  expect(kept?.rows).toEqual([]);
  expect(field(/^Certified quantity: Gravel/).value).toBe('4');
  fireEvent.click(screen.getAllByRole('button', { name: 'None of it' })[1] ?? document.body);
  expect(field(/^Certified quantity: Sand/).value).toBe('0');
});

test('the sender’s name is kept while it is typed', async () => {
  begin();
  await show(await stageFor('nobody'), sheet(answerMachine, 'link', 4));
  await act(async () => settled());
  press('Review and send');
  fireEvent.input(field(/^Your name/), { target: { value: 'Ann Client' } });
  fireEvent.input(field(/^Your email/), { target: { value: 'ann@client.example' } });
  expect(kept).toMatchObject({ name: 'Ann Client', email: 'ann@client.example' });
  press('Back to the rows');
  press('Review and send');
  expect([field(/^Your name/).value, field(/^Your email/).value]).toEqual(['Ann Client', 'ann@client.example']);
});

test('text typed for an earlier state of the act is restored, and the page says so', async () => {
  begin();
  draft.change(rowAt(1), { typed: '3', reason: 'measured' });
  const key = kept?.key;
  begin(kept, 2);
  expect(draft.get().key).not.toBe(key);
  await show(await stageFor('nobody'), sheet(answerMachine, 'link', 4));
  await act(async () => settled());
  expect(screen.getByText(/The act was changed after you began/)).toBeTruthy();
  expect(field(/^Certified quantity: Gravel/).value).toBe('3');
  // A row that is no longer claimed leaves the answer; another has its present claim.
  await act(async () => draft.reconcile([4], [{ ...rowAt(1), quantity: '2' }]));
  expect(screen.getByText('The range for this row is 0 to 2 m3')).toBeTruthy();
  await act(async () => draft.reconcile([4], []));
  expect(kept?.rows).toEqual([]);
});
