import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { MovedAct } from '../../../domain/contract/actShapes.ts';
import {
  type CellContext,
  type CellEvent,
  type CellInput,
  isChange,
  type Range,
  refusalOf,
  type Saved,
  type Subject,
  sentText,
  UNKNOWN_RANGE,
} from './types.ts';

export const cellSetup = setup({
  types: {
    input: {} as CellInput,
    context: {} as CellContext,
    events: {} as CellEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    saveValue: fromPromise<Saved, { subject: Subject; text: string }>(() => Promise.reject(new Error('saveValue is not provided'))),
    takeTheirs: fromPromise<void, { subject: Subject; theirs: unknown }>(() => Promise.reject(new Error('takeTheirs is not provided'))),
    loadRange: fromPromise<Range, { subject: Subject }>(() => Promise.reject(new Error('loadRange is not provided'))),
    previewMove: fromPromise<readonly MovedAct[], { subject: Subject; text: string }>(() =>
      Promise.reject(new Error('previewMove is not provided')),
    ),
  },
  delays: { saidSaved: 200, restingOnCell: 150 },
  guards: {
    changesNothing: ({ context }, { text }: { text: string }) => !isChange(text, context.subject),
    isStale: ({ context }) => context.theirs !== null,
  },
  actions: {
    open: assign((_, { draft, subject }: { draft: string | null; subject: Subject }) => ({
      subject,
      typed: draft,
      selected: draft === null,
    })),
    /** A refused value is taken up again as it was typed. */
    reopen: assign(({ context }, { draft }: { draft: string | null }) => ({ typed: draft ?? context.typed, selected: false })),
    keepTyped: assign({ typed: (_, { text }: { text: string }) => text, sentence: null, theirs: null }),
    forgetTyped: assign({ typed: null, sentence: null, theirs: null }),
    takeSaved: assign(({ context }, { output }: { output: Saved }) => ({ subject: { ...context.subject, ...output }, typed: null })),
    takeRange: assign({ range: (_, { output }: { output: Range }) => output }),
    explain: assign((_, { error }: { error: unknown }) => refusalOf(error)),
    reportOpened: enqueueActions(({ context, enqueue }) => {
      if (context.owner !== null) enqueue.sendTo(context.owner, { type: 'cell.opened', key: context.subject.key });
    }),
    reportRested: enqueueActions(({ context, enqueue }) => {
      if (context.owner !== null) enqueue.sendTo(context.owner, { type: 'cell.rested', key: context.subject.key });
    }),
  },
});

export const cellContext = ({ input }: { input: CellInput }): CellContext => ({
  ...input,
  typed: null,
  selected: true,
  sentence: null,
  theirs: null,
  range: UNKNOWN_RANGE,
  moved: [],
});

export const textToSave = ({ subject, typed }: CellContext): string => sentText(typed ?? subject.value, subject.reads);
