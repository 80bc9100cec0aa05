import { Refused } from '../../../domain/api/call.ts';
import type { InvoiceCheck } from '../../../domain/api/invoiceShapes.ts';
import * as say from '../../../domain/sentences/invoices.ts';
import { type Model, rules } from '../model.ts';
import { type InvoiceChosen, invoiceMachine, missingIn, unsaidIn } from './invoice.ts';

const CII_FINAL = { syntax: 'cii', type: '877' } as const;
const CHOSEN: InvoiceChosen = { syntax: 'ubl', type: '875', untaxed: null, reason: '' };
export const CHECK: InvoiceCheck = {
  number: '3',
  due: '1210.00',
  currency: 'EUR',
  project_id: 8,
  version_id: 80,
  team_id: 7,
  types: ['875', '876', '877'],
  untaxed: 'no',
  broken: [],
};
export const COMPANY_MISSING: InvoiceCheck = {
  ...CHECK,
  broken: [
    { rule: 'BR-S-02', where: 'company', said: say.sellerVatMissing() },
    { rule: 'BR-07', where: 'client', said: say.buyerNameMissing() },
  ],
};
const UNTAXED: InvoiceCheck = { ...CHECK, untaxed: 'zero' };

export const invoiceModel: Model<typeof invoiceMachine> = {
  machine: invoiceMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context: { chosen, check, party, saved, isUnsaid, sentence } }) => ({
    value,
    chosen,
    missing: missingIn(check).length,
    untaxed: check?.untaxed ?? null,
    party,
    saved,
    isUnsaid,
    sentence: sentence?.code,
  }),
  events: (snapshot) => {
    const { chosen, check } = snapshot.context;
    return [
      { type: 'invoice.opened', certificateId: 5 },
      { type: 'invoice.closed' },
      { type: 'reading.retried' },
      // Syntax and type are chosen in one state, and the reason for no VAT in another, because they do not depend on each other.
      ...(check?.untaxed === 'no' && (check.broken.length === 0 || snapshot.matches({ open: 'reading' }))
        ? [
            {
              type: 'form.chosen' as const,
              chosen: chosen?.syntax === 'ubl' ? CII_FINAL : { syntax: 'ubl' as const, type: '875' as const },
            },
          ]
        : []),
      ...(check?.untaxed === 'zero'
        ? [{ type: 'why.chosen' as const, untaxed: chosen?.untaxed === 'E' ? ('AE' as const) : ('E' as const) }]
        : []),
      ...(chosen?.untaxed === 'E' && chosen.reason === '' ? [{ type: 'reason.typed' as const, reason: 'Art. 135' }] : []),
      { type: 'invoice.requested' },
      { type: 'party.opened', party: check?.broken.length === 0 ? 'client' : 'company' },
      { type: 'party.left' },
      { type: 'party.saved' },
      ...(check === null ? [CHECK, UNTAXED, COMPANY_MISSING] : [check.untaxed === 'zero' ? UNTAXED : CHECK]).map((found) => ({
        type: 'xstate.done.actor.check' as const,
        output: { check: found, chosen: chosen ?? CHOSEN },
      })),
      { type: 'xstate.error.actor.check', error: new Refused(404, { detail: 'Not found', code: 'not_found' }) },
      { type: 'xstate.done.actor.make', output: '3-ubl.xml' },
      { type: 'xstate.error.actor.make', error: new Refused(400, { ...say.invoiceBroken(), broken: COMPANY_MISSING.broken }) },
    ];
  },
  broken: (snapshot) => {
    const { check, chosen, party, saved, sentence } = snapshot.context;
    const isMaking = snapshot.matches({ open: 'making' });
    return rules({
      'nothing is known of no certificate': !snapshot.matches('closed') || (check === null && chosen === null),
      'an invoice that lacks something is not made': !isMaking || (missingIn(check).length === 0 && unsaidIn(snapshot.context) === null),
      'somebody is entered while a form is open': (party !== null) === snapshot.matches({ open: 'entering' }),
      'what cannot be read is explained': !snapshot.matches({ open: 'unread' }) || sentence !== null,
      'what was saved is not refused': saved === null || sentence === null,
    });
  },
};
