import { assign, fromPromise, setup } from 'xstate';
import { Refused, sentenceOfError } from '../../../domain/api/call.ts';
import type { InvoiceCheck } from '../../../domain/api/invoiceShapes.ts';
import type { InvoiceType, Syntax, Untaxed } from '../../../domain/invoice/value.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

export interface InvoiceChosen {
  readonly syntax: Syntax;
  readonly type: InvoiceType;
  /** Why no VAT is charged; null until somebody says so. */
  readonly untaxed: Untaxed | null;
  readonly reason: string;
}
export interface InvoiceOf {
  readonly certificateId: number;
  /** Null to use the choices remembered for the project. */
  readonly chosen: InvoiceChosen | null;
}
/** The invoice to make, and the project for which its choices are remembered. */
export interface InvoiceMade extends InvoiceOf {
  readonly projectId: number;
}
/** The result of a check, and the choices that were checked. */
export interface InvoiceChecked {
  readonly check: InvoiceCheck;
  readonly chosen: InvoiceChosen;
}
/** The party whose details are being entered. */
type InvoiceParty = 'company' | 'client';

interface InvoiceContext extends InvoiceOf {
  readonly check: InvoiceCheck | null;
  readonly party: InvoiceParty | null;
  /** The name of the downloaded file. */
  readonly saved: string | null;
  /** Whether the invoice was requested while a choice was still missing. */
  readonly isUnsaid: boolean;
  readonly sentence: Sentence | null;
}
const NOTHING: InvoiceContext = { certificateId: 0, chosen: null, check: null, party: null, saved: null, isUnsaid: false, sentence: null };

/** Rules that the dialog itself asks about. */
const ASKED_HERE = ['BR-CO-04', 'BR-E-10'];
/** The broken rules that are fixed on another screen. */
export const missingIn = (check: InvoiceCheck | null): InvoiceCheck['broken'] =>
  check?.broken.filter(({ rule }) => !ASKED_HERE.includes(rule)) ?? [];
/** Which of the choices has not been made. */
export function unsaidIn({ check, chosen }: Pick<InvoiceContext, 'check' | 'chosen'>): 'why' | 'reason' | null {
  if (check === null || check.untaxed === 'no') return null;
  if (chosen?.untaxed == null) return 'why';
  return chosen.untaxed === 'E' && chosen.reason.trim() === '' ? 'reason' : null;
}

/** The broken rules in a refusal, or those known before where it names none. */
function brokenBy(error: unknown, check: InvoiceCheck | null): InvoiceCheck | null {
  if (!(error instanceof Refused) || error.code !== 'invoice_broken' || check === null) return check;
  const { broken } = error.body as Partial<Pick<InvoiceCheck, 'broken'>>;
  return broken === undefined ? check : { ...check, broken };
}

const spec = '22.1 An issued certificate becomes an e-invoice';
const missing = '22.2 Missing details are named with the place to enter them';
const entering = '22.3 Seller and buyer are entered once';
const why = '22.6 Where no VAT is charged the reason is asked';
const refusal = '14.2 A refusal is shown where it belongs';

/** The e-invoice of one certificate: missing details, choices, and the file. */
export const invoiceMachine = setup({
  types: {
    context: {} as InvoiceContext,
    events: {} as
      | { readonly type: 'invoice.opened'; readonly certificateId: number }
      | { readonly type: 'invoice.closed' }
      | { readonly type: 'reading.retried' }
      | { readonly type: 'form.chosen'; readonly chosen: Partial<Pick<InvoiceChosen, 'syntax' | 'type'>> }
      | { readonly type: 'why.chosen'; readonly untaxed: Untaxed }
      | { readonly type: 'reason.typed'; readonly reason: string }
      | { readonly type: 'invoice.requested' }
      | { readonly type: 'party.opened'; readonly party: InvoiceParty }
      | { readonly type: 'party.left' }
      | { readonly type: 'party.saved' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    check: fromPromise<InvoiceChecked, InvoiceOf>(() => Promise.reject(new Error('check is not provided'))),
    make: fromPromise<string, InvoiceMade>(() => Promise.reject(new Error('make is not provided'))),
  },
  guards: {
    isComplete: ({ context }) => missingIn(context.check).length === 0 && unsaidIn(context) === null,
    isUnsaid: ({ context }) => missingIn(context.check).length === 0,
  },
  actions: {
    open: assign((_, { certificateId }: { certificateId: number }) => ({ ...NOTHING, certificateId })),
    forget: assign(NOTHING),
    // A choice made while the check was loading is kept.
    take: assign(({ context }, { output }: { output: InvoiceChecked }) => ({
      check: output.check,
      chosen: context.chosen ?? output.chosen,
      sentence: null,
      isUnsaid: false,
    })),
    choose: assign(({ context }, chosen: Partial<InvoiceChosen>) => ({
      chosen: context.chosen && { ...context.chosen, ...chosen },
      saved: null,
      sentence: null,
    })),
    askWhy: assign({ isUnsaid: true }),
    begin: assign({ saved: null, sentence: null, isUnsaid: false }),
    settle: assign({ saved: (_, { output }: { output: string }) => output }),
    explain: assign(({ context }, { error }: { error: unknown }) => ({
      sentence: sentenceOfError(error),
      check: brokenBy(error, context.check),
    })),
    enter: assign({ party: (_, { party }: { party: InvoiceParty }) => party, saved: null, sentence: null }),
    leave: assign({ party: null }),
  },
}).createMachine({
  id: 'invoice',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      on: { 'invoice.opened': { target: 'open', actions: { type: 'open', params: ({ event }) => event }, meta: { spec } } },
    },
    open: {
      initial: 'reading',
      on: { 'invoice.closed': { target: 'closed', actions: 'forget', meta: { spec } } },
      states: {
        reading: {
          invoke: {
            id: 'check',
            src: 'check',
            input: ({ context: { certificateId, chosen } }) => ({ certificateId, chosen }),
            onDone: { target: 'choosing', actions: { type: 'take', params: ({ event }) => event }, meta: { spec: missing } },
            onError: { target: 'unread', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refusal } },
          },
          on: {
            'form.chosen': { actions: { type: 'choose', params: ({ event }) => event.chosen }, meta: { spec } },
            'why.chosen': {
              target: 'reading',
              reenter: true,
              actions: { type: 'choose', params: ({ event: { untaxed } }) => ({ untaxed }) },
              meta: { spec: why },
            },
            'reason.typed': { actions: { type: 'choose', params: ({ event: { reason } }) => ({ reason }) }, meta: { spec: why } },
            'party.opened': { target: 'entering', actions: { type: 'enter', params: ({ event }) => event }, meta: { spec: missing } },
          },
        },
        unread: { on: { 'reading.retried': { target: 'reading', meta: { spec: refusal } } } },
        choosing: {
          on: {
            'form.chosen': { actions: { type: 'choose', params: ({ event }) => event.chosen }, meta: { spec } },
            // The details that the parties need depend on it.
            'why.chosen': {
              target: 'reading',
              actions: { type: 'choose', params: ({ event: { untaxed } }) => ({ untaxed }) },
              meta: { spec: why },
            },
            'reason.typed': { actions: { type: 'choose', params: ({ event: { reason } }) => ({ reason }) }, meta: { spec: why } },
            'invoice.requested': [
              { guard: 'isComplete', target: 'making', actions: 'begin', meta: { spec } },
              { guard: 'isUnsaid', actions: 'askWhy', meta: { spec: why } },
            ],
            'party.opened': { target: 'entering', actions: { type: 'enter', params: ({ event }) => event }, meta: { spec: missing } },
          },
        },
        making: {
          invoke: {
            id: 'make',
            src: 'make',
            input: ({ context: { certificateId, chosen, check } }) => ({ certificateId, chosen, projectId: check?.project_id ?? 0 }),
            onDone: { target: 'choosing', actions: { type: 'settle', params: ({ event }) => event }, meta: { spec } },
            onError: { target: 'choosing', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refusal } },
          },
        },
        entering: {
          on: {
            'party.left': { target: 'choosing', actions: 'leave', meta: { spec: entering } },
            'party.saved': { target: 'reading', actions: 'leave', meta: { spec: entering } },
          },
        },
      },
    },
  },
});
