import * as v from 'valibot';
import { assign, emit, fromPromise, setup } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import { CertificateSheet } from '../../../domain/api/certificateShapes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type Problems, refusalOf } from '../form/refusal.ts';

/** A release or an advance, made between acts. `most` is the retention kept back, or the advance of the terms. */
interface Between {
  readonly kind: 'release' | 'advance';
  readonly most: string;
}
/** A release or an advance; the amount is null for an advance, which takes that of the terms. */
export interface BetweenChosen {
  readonly kind: Between['kind'];
  readonly amount: string | null;
}
/** An issued certificate, by the number and the amount that people know it by. */
export type Issued = Pick<CertificateSheet, 'id' | 'number' | 'due' | 'paid'>;
interface Payment {
  readonly on: string;
  readonly amount: string;
}
interface Named {
  readonly number: string;
  readonly date: string;
}
export interface ToIssue extends Named {
  readonly sheet: CertificateSheet | null;
  readonly chosen: BetweenChosen | null;
}
export interface ToNote {
  readonly certificate: Issued | null;
  readonly paid: Payment | null;
}

type CertificateEvent =
  | { readonly type: 'issue.requested'; readonly sheet: CertificateSheet }
  | ({ readonly type: 'issue.confirmed' } & Named)
  | { readonly type: 'between.requested'; readonly between: Between }
  | { readonly type: 'between.chosen'; readonly amount: string | null }
  | { readonly type: 'taking.requested'; readonly certificate: Issued }
  | { readonly type: 'taking.confirmed' }
  | { readonly type: 'payment.requested'; readonly certificate: Issued }
  | { readonly type: 'payment.noted'; readonly paid: Payment | null }
  | { readonly type: 'dialog.closed' };

interface CertificateContext {
  /** The certificate about to be issued, as shown to the person. */
  readonly sheet: CertificateSheet | null;
  readonly between: Between | null;
  readonly chosen: BetweenChosen | null;
  /** The certificate to take back or to mark as paid. */
  readonly certificate: Issued | null;
  readonly fields: readonly string[];
  readonly problems: Problems;
  readonly sentence: Sentence | null;
  /** The amount due when the person confirmed; null unless it has changed since. */
  readonly wasDue: string | null;
}
const NO_REFUSAL = { problems: {}, sentence: null, wasDue: null } as const;
const NOTHING: CertificateContext = { sheet: null, between: null, chosen: null, certificate: null, fields: [], ...NO_REFUSAL };

/** The present sheet, from a refusal because it has changed since it was read. */
function movedTo(error: unknown, code: 'certificate_moved' | 'stale_payment' = 'certificate_moved'): CertificateSheet | null {
  if (!(error instanceof Refused) || error.code !== code) return null;
  const read = v.safeParse(v.object({ sheet: CertificateSheet }), error.body);
  return read.success ? read.output.sheet : null;
}

const issues = '21.3 A certificate is issued with what was shown';
const takesBack = '21.4 The latest certificate can be taken back';
const pays = '21.5 A certificate is marked paid';
const between = '21.6 Retention is released and an advance paid between acts';
const refuses = '14.2 A refusal is shown where it belongs';

type Settled = {
  readonly type: 'certificate.settled';
  readonly what: 'issued' | 'taken back' | 'paid';
  readonly sheet: CertificateSheet | null;
};

const certificateSetup = setup({
  types: {
    context: {} as CertificateContext,
    events: {} as CertificateEvent,
    emitted: {} as Settled,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** The certificate that a release or an advance would make. */
    preview: fromPromise<CertificateSheet, { chosen: BetweenChosen | null }>(() => Promise.reject(new Error('preview is not provided'))),
    issue: fromPromise<CertificateSheet, ToIssue>(() => Promise.reject(new Error('issue is not provided'))),
    takeBack: fromPromise<void, { certificate: Issued | null }>(() => Promise.reject(new Error('takeBack is not provided'))),
    note: fromPromise<CertificateSheet, ToNote>(() => Promise.reject(new Error('note is not provided'))),
  },
  guards: {
    hasMoved: (_, { error }: { error: unknown }) => movedTo(error) !== null,
  },
  actions: {
    openIssue: assign((_, { sheet }: { sheet: CertificateSheet }) => ({ ...NOTHING, sheet })),
    openBetween: assign((_, params: { between: Between }) => ({ ...NOTHING, between: params.between })),
    choose: assign(({ context }, { amount }: { amount: string | null }) => ({
      ...NO_REFUSAL,
      fields: amount === null ? [] : ['amount'],
      chosen: context.between && { kind: context.between.kind, amount },
    })),
    keepPreview: assign((_, { output }: { output: CertificateSheet }) => ({ sheet: output })),
    openCertificate: assign((_, { certificate }: { certificate: Issued }) => ({ ...NOTHING, certificate })),
    begin: assign((_, { fields }: { fields: readonly string[] }) => ({ ...NO_REFUSAL, fields })),
    explain: assign(({ context }, { error }: { error: unknown }) => {
      const { problems, sentence } = refusalOf(error, context.fields);
      return { problems, sentence, certificate: movedTo(error, 'stale_payment') ?? context.certificate };
    }),
    keepMoved: assign(({ context }, { error }: { error: unknown }) => ({ sheet: movedTo(error), wasDue: context.sheet?.due ?? null })),
    emitIssued: emit(
      (_, { output }: { output: CertificateSheet }): Settled => ({ type: 'certificate.settled', what: 'issued', sheet: output }),
    ),
    emitPaid: emit(
      (_, { output }: { output: CertificateSheet }): Settled => ({ type: 'certificate.settled', what: 'paid', sheet: output }),
    ),
    emitTakenBack: emit((): Settled => ({ type: 'certificate.settled', what: 'taken back', sheet: null })),
    forget: assign(NOTHING),
  },
});

/** Issues a certificate, takes it back, and marks it as paid. */
export const certificateMachine = certificateSetup.createMachine({
  id: 'certificate',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      on: {
        'issue.requested': {
          target: 'asking',
          actions: { type: 'openIssue', params: ({ event }) => event },
          meta: { spec: issues },
        },
        'between.requested': {
          target: 'choosing',
          actions: { type: 'openBetween', params: ({ event }) => event },
          meta: { spec: between },
        },
        'taking.requested': {
          target: 'confirming',
          actions: { type: 'openCertificate', params: ({ event }) => event },
          meta: { spec: takesBack },
        },
        'payment.requested': {
          target: 'paying',
          actions: { type: 'openCertificate', params: ({ event }) => event },
          meta: { spec: pays },
        },
      },
    },
    /** The person enters the amount of a release; an advance is only confirmed. */
    choosing: {
      on: {
        'between.chosen': { target: 'previewing', actions: { type: 'choose', params: ({ event }) => event }, meta: { spec: between } },
        'dialog.closed': { target: 'closed', actions: 'forget', meta: { spec: between } },
      },
    },
    previewing: {
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { chosen } }) => ({ chosen }),
        onDone: { target: 'asking', actions: { type: 'keepPreview', params: ({ event }) => event }, meta: { spec: between } },
        onError: { target: 'choosing', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    /** The person enters number and date, beside the amount due. */
    asking: {
      on: {
        'issue.confirmed': {
          target: 'issuing',
          actions: { type: 'begin', params: { fields: ['number', 'date'] } },
          meta: { spec: issues },
        },
        'dialog.closed': { target: 'closed', actions: 'forget', meta: { spec: issues } },
      },
    },
    issuing: {
      invoke: {
        id: 'issue',
        src: 'issue',
        input: ({ context: { sheet, chosen }, event }) => {
          // Only `issue.confirmed` leads here.
          const { number, date } = event as { readonly type: 'issue.confirmed' } & Named;
          return { sheet, chosen, number, date };
        },
        onDone: {
          target: 'closed',
          actions: ['forget', { type: 'emitIssued', params: ({ event }) => event }],
          meta: { spec: issues },
        },
        onError: [
          {
            guard: { type: 'hasMoved', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'keepMoved', params: ({ event }) => event },
            meta: { spec: issues },
          },
          { target: 'asking', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
        ],
      },
    },
    confirming: {
      on: {
        'taking.confirmed': { target: 'takingBack', actions: { type: 'begin', params: { fields: [] } }, meta: { spec: takesBack } },
        'dialog.closed': { target: 'closed', actions: 'forget', meta: { spec: takesBack } },
      },
    },
    takingBack: {
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context: { certificate } }) => ({ certificate }),
        onDone: { target: 'closed', actions: ['forget', 'emitTakenBack'], meta: { spec: takesBack } },
        onError: { target: 'confirming', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    paying: {
      on: {
        'payment.noted': {
          target: 'noting',
          actions: { type: 'begin', params: { fields: ['paid.on', 'paid.amount'] } },
          meta: { spec: pays },
        },
        'dialog.closed': { target: 'closed', actions: 'forget', meta: { spec: pays } },
      },
    },
    noting: {
      invoke: {
        id: 'note',
        src: 'note',
        input: ({ context: { certificate }, event }) => {
          // Only `payment.noted` leads here.
          const { paid } = event as { readonly type: 'payment.noted'; readonly paid: Payment | null };
          return { certificate, paid };
        },
        onDone: {
          target: 'closed',
          actions: ['forget', { type: 'emitPaid', params: ({ event }) => event }],
          meta: { spec: pays },
        },
        onError: { target: 'paying', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
  },
});
