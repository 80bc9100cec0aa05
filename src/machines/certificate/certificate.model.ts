import { Refused } from '../../../domain/api/call.ts';
import type { CertificateSheet } from '../../../domain/api/certificateShapes.ts';
import { required } from '../../../domain/sentences/fields.ts';
import { stalePayment } from '../../../domain/sentences/payments.ts';
import { type Model, rules } from '../model.ts';
import { certificateMachine } from './certificate.ts';

const four = (contract: string, before: string, to_date: string, now: string) => ({ contract, before, to_date, now });

/** The certificate of an accepted act: half of the work, five percent of it kept back. */
export const SHEET: CertificateSheet = {
  id: null,
  kind: 'act',
  number: '1',
  date: null,
  act: { id: 4, number: '1' },
  amount: null,
  kept: '25.00',
  recovered: '0.00',
  due: '580.00',
  paid: null,
  blocked: null,
  project: { id: 8, name: 'Pine Yard' },
  version: { id: 3, number: 1 },
  currency: 'EUR',
  terms_id: 2,
  terms: { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work' },
  lists: [{ id: 5, title: 'Foundations', ...four('1000.00', '0.00', '500.00', '500.00') }],
  additional: [],
  net: four('1000.00', '0.00', '500.00', '500.00'),
  taxes: [{ name: 'VAT', percent_total: '21', ...four('210.00', '0.00', '105.00', '105.00'), payable: '105.00', payable_before: '0.00' }],
  gross: four('1210.00', '0.00', '605.00', '605.00'),
  work: '500.00',
  limit: null,
  retained: '25.00',
  released: '0.00',
  advance: '0.00',
  payable: '580.00',
  due_before: '0.00',
  issued: null,
  is_latest: true,
  acts_after: 0,
};
export const ISSUED: CertificateSheet = {
  ...SHEET,
  id: 6,
  date: '2026-11-20',
  issued: { at: '2026-11-20T10:00:00.000Z', by: 'Ann' },
};
/** After a colleague has changed the terms. */
export const MOVED: CertificateSheet = { ...SHEET, kept: '50.00', retained: '50.00', payable: '555.00', due: '555.00' };
const PAID = { on: '2026-11-21', amount: '580.00' };

const refused = (status: number, code: string) => new Refused(status, { detail: 'It cannot be done', code });
const moved = new Refused(409, { detail: 'It has changed', code: 'certificate_moved', sheet: MOVED });
const paidBefore = new Refused(409, { ...stalePayment(), sheet: { ...ISSUED, paid: { on: '2026-11-19', amount: '5.00' } } });
const atField = (field: string) => new Refused(400, { [field]: [required().detail], codes: { [field]: [{ code: 'required' }] } });

export const certificateModel: Model<typeof certificateMachine> = {
  machine: certificateMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context: { sheet, between, chosen, certificate, problems, sentence, wasDue } }) => ({
    value,
    due: sheet?.due,
    between: between?.kind,
    chosen,
    certificate: certificate && [certificate.number, certificate.paid?.amount],
    problems: Object.keys(problems),
    sentence: sentence?.code,
    wasDue,
  }),
  events: () => [
    { type: 'issue.requested', sheet: SHEET },
    { type: 'issue.confirmed', number: '1', date: '2026-11-20' },
    { type: 'between.requested', between: { kind: 'release', most: '25.00' } },
    { type: 'between.requested', between: { kind: 'advance', most: '100.00' } },
    { type: 'between.chosen', amount: '25' },
    { type: 'taking.requested', certificate: ISSUED },
    { type: 'taking.confirmed' },
    { type: 'payment.requested', certificate: ISSUED },
    { type: 'payment.noted', paid: PAID },
    { type: 'dialog.closed' },
    { type: 'xstate.done.actor.preview', output: SHEET },
    { type: 'xstate.error.actor.preview', error: atField('amount') },
    { type: 'xstate.done.actor.issue', output: ISSUED },
    { type: 'xstate.error.actor.issue', error: moved },
    { type: 'xstate.error.actor.issue', error: atField('number') },
    { type: 'xstate.error.actor.issue', error: refused(409, 'earlier_unissued') },
    { type: 'xstate.done.actor.takeBack', output: undefined },
    { type: 'xstate.error.actor.takeBack', error: refused(409, 'not_latest') },
    { type: 'xstate.done.actor.note', output: { ...ISSUED, paid: PAID } },
    { type: 'xstate.error.actor.note', error: atField('paid.amount') },
    { type: 'xstate.error.actor.note', error: paidBefore },
  ],
  broken: (snapshot) => {
    const { sheet, between, certificate, problems, sentence, wasDue } = snapshot.context;
    const [isIssuing, isBetween] = [['asking', 'issuing'] as const, ['choosing', 'previewing'] as const].map((states) =>
      states.some((state) => snapshot.matches(state)),
    );
    const isOfIssued = (['confirming', 'takingBack', 'paying', 'noting'] as const).some((state) => snapshot.matches(state));
    return rules({
      'what is issued has been shown': !isIssuing || sheet !== null,
      'a release or an advance is known before it is asked about': !isBetween || between !== null,
      'only what is issued is taken back or paid': !isOfIssued || certificate !== null,
      'nothing is known when nothing is asked': !snapshot.matches('closed') || (sheet === null && between === null && certificate === null),
      'one message is shown at a time': [Object.keys(problems).length > 0, sentence !== null, wasDue !== null].filter(Boolean).length <= 1,
    });
  },
};
