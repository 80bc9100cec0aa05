import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, type EventFrom, fromPromise } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { CertificateSheet } from '../../domain/api/certificateShapes.ts';
import { stalePayment } from '../../domain/sentences/payments.ts';
import { certificateModel, ISSUED, MOVED, SHEET } from '../../src/machines/certificate/certificate.model.ts';
import { certificateMachine, type ToNote } from '../../src/machines/certificate/certificate.ts';
import { CertificateDialogs } from '../../src/views/payments/CertificateDialogs.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof certificateMachine;

afterEach(cleanup);

let opened: ActorRefFrom<Machine> | null = null;
/** A screen with a certificate. */
function Opener({ machine }: { readonly machine: Machine }) {
  const actor = useActorRef(machine);
  useEffect(() => {
    opened = actor;
  }, [actor]);
  return <CertificateDialogs actor={actor} currency="EUR" />;
}

const dialog = () => screen.queryByRole('dialog');
const inside = () => within(dialog() ?? document.body);
const press = (name: string) => fireEvent.click(inside().getByRole('button', { name }));
const fill = (name: string | RegExp, value: string) => fireEvent.change(inside().getByRole('textbox', { name }), { target: { value } });

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'issue.requested':
    case 'between.requested':
    case 'taking.requested':
    case 'payment.requested':
      return act(async () => opened?.send(event));
    case 'issue.confirmed':
      fill('Number', event.number);
      fill('Date', '11/20/26');
      return void press('Issue');
    case 'between.chosen':
      if (inside().queryByRole('textbox')) fill('Amount to release, EUR', event.amount ?? '');
      return void press('Continue');
    case 'taking.confirmed':
      return void press('Take back');
    case 'payment.noted':
      fill('Paid on', '11/21/26');
      fill('Amount, EUR', event.paid?.amount ?? '');
      return void press('Save');
    case 'dialog.closed':
      return void press('Cancel');
  }
}

testView<Machine>({
  model: {
    ...certificateModel,
    // The amount of an advance comes from the terms and is not typed.
    events: (snapshot) =>
      certificateModel
        .events(snapshot)
        .map((event) =>
          event.type === 'between.chosen' && snapshot.context.between?.kind === 'advance' ? { ...event, amount: null } : event,
        ),
  },
  start: 'closed',
  promises: ['preview', 'issue', 'takeBack', 'note'],
  longest: 40,
  async show(ready) {
    await show(await stageFor('nobody'), <Opener machine={ready(certificateMachine)} />);
  },
  act: does,
  seen() {
    const open = dialog();
    if (open === null) return null;
    const within_ = within(open);
    return {
      title: within_.getByRole('heading').textContent,
      isDueShown: within_.queryByText(/^Due now: /)?.textContent ?? null,
      hasMoved: within_.queryByText(/has changed since/) !== null,
      wrong: within_.queryAllByRole('textbox').filter((field) => field.getAttribute('aria-invalid') === 'true').length,
      alerts: within_.queryAllByRole('alert').length,
    };
  },
  due(snapshot) {
    const { sheet, between, problems, sentence, wasDue } = snapshot.context;
    if (snapshot.matches('closed')) return null;
    const isIssue = snapshot.matches('asking') || snapshot.matches('issuing');
    const isBetween = snapshot.matches('choosing') || snapshot.matches('previewing');
    const isTaking = snapshot.matches('confirming') || snapshot.matches('takingBack');
    const due = wasDue === null && sheet?.due !== MOVED.due ? SHEET.due : MOVED.due;
    return {
      title: isIssue
        ? 'Issue the certificate: Act 1'
        : isBetween
          ? between?.kind === 'release'
            ? 'Release retention…'
            : 'Pay the advance'
          : isTaking
            ? 'Take back “Certificate 1”?'
            : 'Certificate 1 is paid',
      isDueShown: isIssue ? `Due now: ${due} EUR` : isBetween || isTaking ? null : 'Due now: 580.00 EUR',
      hasMoved: wasDue !== null,
      wrong: Object.keys(problems).length,
      alerts: sentence === null ? 0 : 1,
    };
  },
});

test('a payment that somebody else noted meanwhile is shown before it is replaced, and what was typed stays', async () => {
  const asked: unknown[] = [];
  const theirs = { on: '2026-11-19', amount: '5.00' };
  const note = fromPromise<CertificateSheet, ToNote>(async ({ input: { certificate, paid } }) => {
    asked.push(certificate?.paid);
    if (certificate?.paid === null) throw new Refused(409, { ...stalePayment(), sheet: { ...ISSUED, paid: theirs } });
    return { ...ISSUED, paid };
  });
  await show(await stageFor('nobody'), <Opener machine={certificateMachine.provide({ actors: { note } })} />);
  await act(async () => opened?.send({ type: 'payment.requested', certificate: ISSUED }));
  fill('Amount, EUR', '580');
  await act(async () => press('Save'));
  await inside().findByText('Paid 5.00 EUR, 11/19/26');
  expect(inside().getByRole('alert').textContent).toMatch(/^Someone else has changed what is noted as paid/);
  expect(inside().getByRole<HTMLInputElement>('textbox', { name: 'Amount, EUR' }).value).toBe('580');
  await act(async () => press('Save'));
  expect(dialog()).toBeNull();
  expect(asked).toEqual([null, theirs]);
});
