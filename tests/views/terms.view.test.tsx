import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, type EventFrom, fromPromise } from 'xstate';
import type { TermsMove } from '../../domain/api/certificateShapes.ts';
import { startingTerms } from '../../domain/termsByCountry.ts';
import { AGREED, termsModel } from '../../src/machines/terms/terms.model.ts';
import { type TermsAsked, type TermsSet, termsMachine } from '../../src/machines/terms/terms.ts';
import { TermsDialog } from '../../src/views/payments/TermsDialog.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof termsMachine;

afterEach(cleanup);

const CONTRACT = { net: '1000.00', gross: '1210.00' };
let opened: ActorRefFrom<Machine> | null = null;
/** A page with terms. */
function Opener({ machine }: { readonly machine: Machine }) {
  const actor = useActorRef(machine);
  useEffect(() => {
    opened = actor;
  }, [actor]);
  return <TermsDialog actor={actor} contract={CONTRACT} currency="EUR" />;
}

const dialog = () => screen.queryByRole('dialog');
const inside = () => within(dialog() ?? document.body);
const press = (name: string) => fireEvent.click(inside().getByRole('button', { name }));
const rate = () => inside().getByRole<HTMLInputElement>('textbox', { name: 'Kept back, %' });

async function choose(name: string): Promise<void> {
  press('Start from what is usual');
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'terms.opened':
      return act(async () => opened?.send(event));
    case 'terms.typed':
      return void fireEvent.change(rate(), { target: { value: event.typed.rate } });
    case 'start.chosen':
      return choose('UK: 3 %, half released at completion');
    case 'theirs.taken':
      return void press('Take theirs');
    case 'terms.submitted':
    case 'moves.confirmed':
      return void press('Save');
    case 'moves.declined':
      return void press('Back');
    case 'terms.closed':
      return void press('Cancel');
  }
}

testView<Machine>({
  model: {
    ...termsModel,
    events: (snapshot) =>
      termsModel.events(snapshot).flatMap((event): ReturnType<typeof termsModel.events> => {
        if (event.type === 'start.chosen') return [{ ...event, terms: startingTerms('ukLower', CONTRACT) }];
        // A text that is in the field already is not typed, and others' terms are taken only where they are shown.
        if (event.type === 'terms.typed' && 'typed' in event && event.typed.rate === snapshot.context.draft?.rate) return [];
        return event.type === 'theirs.taken' && snapshot.context.theirs === null ? [] : [event];
      }),
  },
  start: 'closed',
  promises: ['preview', 'set'],
  longest: 40,
  async show(ready) {
    await show(await stageFor('nobody'), <Opener machine={ready(termsMachine)} />);
  },
  act: does,
  seen() {
    const open = dialog();
    if (open === null) return null;
    const field = within(open).queryByRole<HTMLInputElement>('textbox', { name: 'Kept back, %' });
    return {
      title: within(open).getByRole('heading', { level: 2 }).textContent,
      rate: field?.value,
      isWrong: field?.getAttribute('aria-invalid') === 'true',
      theirs: within(open).queryByText(/^Bob has changed the terms in the meantime: 3 % of/) !== null,
      alerts: within(open).queryAllByRole('alert').length,
      moved: within(open).queryByText('555.00') !== null,
    };
  },
  due(snapshot) {
    const { draft, theirs, moves, problems, sentence } = snapshot.context;
    if (draft === null) return null;
    const isMoving = snapshot.matches('confirming') || (snapshot.matches('setting') && moves.length > 0);
    return {
      title: isMoving ? 'This changes certificates that are not issued' : 'Terms of payment',
      rate: isMoving ? undefined : draft.rate,
      isWrong: !isMoving && 'rate' in problems,
      theirs: !isMoving && theirs !== null,
      alerts: sentence === null || isMoving ? 0 : 1,
      moved: isMoving,
    };
  },
});

test('the example follows typing in figures and sentences, and waits while a number is invalid', async () => {
  await show(await stageFor('nobody'), <Opener machine={termsMachine} />);
  await act(async () => opened?.send({ type: 'terms.opened', terms: AGREED }));
  const example = () => inside().getByRole('region', { name: /^Example: a contract of 1.210\.00 EUR/ });
  const figures = () =>
    within(example())
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')));
  expect(figures()).toEqual([
    ['30 % of the work is done', '15.00', '348.00'],
    ['60 % of the work is done', '30.00', '348.00'],
    ['100 % of the work is done', '50.00', '464.00'],
    ['Retention is released', '0.00', '50.00'],
    ['Total due', '1 210.00'],
  ]);
  fireEvent.change(rate(), { target: { value: '0' } });
  expect(within(example()).getByText('0 % of the total without taxes is kept back. Taxes are on all work certified.')).toBeTruthy();
  expect(within(example()).getByText('0 % of 600.00 = 0.00')).toBeTruthy();
  fireEvent.change(rate(), { target: { value: '' } });
  expect(within(example()).queryByRole('table')).toBeNull();
  await choose('FIDIC: an advance of 10 %, recovered at 25 %');
  expect(figures().slice(0, 2)).toEqual([
    ['Advance', '0.00', '0.00', '100.00'],
    ['30 % of the work is done', '0.00', '50.00', '313.00'],
  ]);
  fireEvent.click(inside().getByRole('radio', { name: 'The payment' }));
  fireEvent.click(inside().getByRole('checkbox', { name: 'It is paid separately from the certificates' }));
  expect(within(example()).queryByRole('table')).toBeNull();
  fireEvent.change(inside().getByRole('textbox', { name: 'Paid on' }), { target: { value: '01/31/26' } });
  expect(figures()[0]).toEqual(['30 % of the work is done', '0.00', '50.00', '302.50']);
});

test('the typed number is saved, with a comma or a dot', async () => {
  const set: unknown[] = [];
  const machine = termsMachine.provide({
    actors: {
      preview: fromPromise<readonly TermsMove[], TermsAsked>(async () => []),
      set: fromPromise<void, TermsSet>(async ({ input }) => void set.push(input)),
    },
  });
  await show(await stageFor('nobody'), <Opener machine={machine} />);
  await act(async () => opened?.send({ type: 'terms.opened', terms: AGREED }));
  fireEvent.change(rate(), { target: { value: '7,5' } });
  fireEvent.click(inside().getByRole('radio', { name: 'A sum' }));
  fireEvent.change(inside().getByRole('textbox', { name: 'A sum, EUR' }), { target: { value: '1 000,50' } });
  await act(async () => press('Save'));
  expect(set).toEqual([
    { terms: { ...AGREED.terms, retention: { rate: '7.5', limit: { form: 'amount', value: '1000.50' } } }, expected: AGREED.id },
  ]);
});
