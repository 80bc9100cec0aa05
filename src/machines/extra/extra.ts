import { assign, emit, fromPromise, setup } from 'xstate';
import type { Extra } from '../../../domain/api/contractShapes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type Problems, refusalOf } from '../form/refusal.ts';

/** The row that an extra is requested for. */
export interface RowToWiden {
  readonly row_id: number;
  readonly name: string;
  readonly unit: string;
  /** The quantity requested, where the screen knows it; empty where the person types it. */
  readonly quantity: string;
  /** The act it is requested in; null in the estimate. */
  readonly act_id: number | null;
}
interface Given {
  readonly quantity: string;
  readonly reason: string;
  /** Whether the person approves it at once, having the permission. */
  readonly approves: boolean;
}
export interface ToAsk extends Given {
  readonly row: RowToWiden | null;
}
export interface ToDecide {
  readonly extra: Extra | null;
  readonly approves: boolean;
  readonly text: string;
}

type ExtraEvent =
  | { readonly type: 'extra.wanted'; readonly row: RowToWiden }
  | ({ readonly type: 'extra.asked' } & Given)
  | { readonly type: 'decision.wanted'; readonly extra: Extra; readonly approves: boolean }
  | { readonly type: 'extra.decided'; readonly text: string }
  | { readonly type: 'withdrawal.wanted'; readonly extra: Extra }
  | { readonly type: 'withdrawal.confirmed' }
  | { readonly type: 'dialog.closed' };

interface ExtraContext {
  /** The row that an extra is being requested for; null otherwise. */
  readonly row: RowToWiden | null;
  /** The extra that is being decided or withdrawn. */
  readonly extra: Extra | null;
  readonly approves: boolean;
  readonly fields: readonly string[];
  readonly problems: Problems;
  readonly sentence: Sentence | null;
}
const NO_REFUSAL = { problems: {}, sentence: null } as const;
const NOTHING: ExtraContext = { row: null, extra: null, approves: false, fields: [], ...NO_REFUSAL };

const asks = '24.1 An extra is asked for where the range is too small';
const decides = '24.2 An extra is approved or refused by an owner or admin';
const withdraws = '24.3 An extra is withdrawn while no act uses it';
const refuses = '14.2 A refusal is shown where it belongs';

const extraSetup = setup({
  types: {
    context: {} as ExtraContext,
    events: {} as ExtraEvent,
    emitted: {} as { readonly type: 'extra.settled'; readonly extra: Extra },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    ask: fromPromise<Extra, ToAsk>(() => Promise.reject(new Error('ask is not provided'))),
    /** Approves the extra that was requested in the same step. */
    approve: fromPromise<Extra, { extra: Extra | null }>(() => Promise.reject(new Error('approve is not provided'))),
    decide: fromPromise<Extra, ToDecide>(() => Promise.reject(new Error('decide is not provided'))),
    withdraw: fromPromise<Extra, { extra: Extra | null }>(() => Promise.reject(new Error('withdraw is not provided'))),
  },
  guards: { isToApprove: ({ context: { approves } }) => approves },
  actions: {
    openRow: assign((_, { row }: { row: RowToWiden }) => ({ ...NOTHING, row })),
    openExtra: assign((_, { extra, approves = false }: { extra: Extra; approves?: boolean }) => ({ ...NOTHING, extra, approves })),
    begin: assign((_, { fields }: { fields: readonly string[] }) => ({ ...NO_REFUSAL, fields })),
    keepChoice: assign((_, { approves }: { approves: boolean }) => ({ approves })),
    keepAsked: assign((_, { output }: { output: Extra }) => ({ ...NOTHING, extra: output, approves: true })),
    explain: assign(({ context }, { error }: { error: unknown }) => {
      const { problems, sentence } = refusalOf(error, context.fields);
      return { problems, sentence };
    }),
    emitSettled: emit((_, { output }: { output: Extra }) => ({ type: 'extra.settled' as const, extra: output })),
    forget: assign(NOTHING),
  },
});

/** Requests, decides and withdraws extras. */
export const extraMachine = extraSetup.createMachine({
  id: 'extra',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      on: {
        'extra.wanted': { target: 'asking', actions: { type: 'openRow', params: ({ event }) => event }, meta: { spec: asks } },
        'decision.wanted': { target: 'deciding', actions: { type: 'openExtra', params: ({ event }) => event }, meta: { spec: decides } },
        'withdrawal.wanted': {
          target: 'confirming',
          actions: { type: 'openExtra', params: ({ event }) => event },
          meta: { spec: withdraws },
        },
      },
    },
    asking: {
      on: {
        'extra.asked': {
          target: 'sending',
          actions: [
            { type: 'begin', params: { fields: ['quantity', 'reason'] } },
            { type: 'keepChoice', params: ({ event }) => event },
          ],
          meta: { spec: asks },
        },
        'dialog.closed': { target: 'closed', actions: 'forget', meta: { spec: asks } },
      },
    },
    sending: {
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context: { row }, event }) => {
          // Only `extra.asked` leads here.
          const { quantity, reason, approves } = event as { readonly type: 'extra.asked' } & Given;
          return { row, quantity, reason, approves };
        },
        onDone: [
          // The extra exists from here on, so a refused approval is shown in the dialog of the decision.
          {
            guard: 'isToApprove',
            target: 'approving',
            actions: { type: 'keepAsked', params: ({ event }) => event },
            meta: { spec: decides },
          },
          {
            target: 'closed',
            actions: ['forget', { type: 'emitSettled', params: ({ event }) => event }],
            meta: { spec: asks },
          },
        ],
        onError: { target: 'asking', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    approving: {
      invoke: {
        id: 'approve',
        src: 'approve',
        input: ({ context: { extra } }) => ({ extra }),
        onDone: { target: 'closed', actions: ['forget', { type: 'emitSettled', params: ({ event }) => event }], meta: { spec: decides } },
        onError: { target: 'deciding', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    deciding: {
      on: {
        'extra.decided': { target: 'sendingDecision', actions: { type: 'begin', params: { fields: ['text'] } }, meta: { spec: decides } },
        'dialog.closed': { target: 'closed', actions: 'forget', meta: { spec: decides } },
      },
    },
    sendingDecision: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context: { extra, approves }, event }) => {
          // Only `extra.decided` leads here.
          const { text } = event as { readonly type: 'extra.decided'; readonly text: string };
          return { extra, approves, text };
        },
        onDone: { target: 'closed', actions: ['forget', { type: 'emitSettled', params: ({ event }) => event }], meta: { spec: decides } },
        onError: { target: 'deciding', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    confirming: {
      on: {
        'withdrawal.confirmed': { target: 'withdrawing', actions: { type: 'begin', params: { fields: [] } }, meta: { spec: withdraws } },
        'dialog.closed': { target: 'closed', actions: 'forget', meta: { spec: withdraws } },
      },
    },
    withdrawing: {
      invoke: {
        id: 'withdraw',
        src: 'withdraw',
        input: ({ context: { extra } }) => ({ extra }),
        onDone: { target: 'closed', actions: ['forget', { type: 'emitSettled', params: ({ event }) => event }], meta: { spec: withdraws } },
        onError: { target: 'confirming', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
  },
});
