import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { MovedAct } from '../../../domain/contract/actShapes.ts';
import { Unanswered } from '../../../domain/contract/call.ts';
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
  type Theirs,
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
    /** Ends as Unanswered when nobody judged the value: it is kept, and sent again without being asked. */
    saveValue: fromPromise<Saved, { subject: Subject; text: string }>(() => Promise.reject(new Error('saveValue is not provided'))),
    /** What becomes of a value that waits. */
    settleValue: fromPromise<Saved, { subject: Subject }>(() => Promise.reject(new Error('settleValue is not provided'))),
    giveUpValue: fromPromise<void, { subject: Subject; theirs: Theirs | null }>(() =>
      Promise.reject(new Error('giveUpValue is not provided')),
    ),
    loadRange: fromPromise<Range, { subject: Subject }>(() => Promise.reject(new Error('loadRange is not provided'))),
    previewMove: fromPromise<readonly MovedAct[], { subject: Subject; text: string }>(() =>
      Promise.reject(new Error('previewMove is not provided')),
    ),
  },
  delays: { saidSaved: 200, restingOnCell: 150 },
  guards: {
    changesNothing: ({ context: { subject, unsent } }, { text }: { text: string }) =>
      !isChange(text, { ...subject, value: unsent ?? subject.value }),
    staysUnsent: ({ context: { subject, unsent } }, { text }: { text: string }) =>
      unsent !== null && !isChange(text, { ...subject, value: unsent }),
    isUnsent: ({ context }) => context.unsent !== null,
    wasRefused: ({ context }) => context.sentence !== null,
    endsRefusal: ({ context: { subject, sentence } }, { text }: { text: string }) => sentence !== null && !isChange(text, subject),
    isUnanswered: (_, { error }: { error: unknown }) => error instanceof Unanswered,
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
    takeSaved: assign(({ context }, { output }: { output: Saved }) => ({
      subject: { ...context.subject, ...output },
      typed: null,
      unsent: null,
    })),
    /** It stays as it was typed, and waits. */
    postpone: assign(({ context }) => ({ typed: textToSave(context), unsent: textToSave(context), sentence: null, theirs: null })),
    takeFound: assign((_, { text }: { text: string }) => ({ typed: text, unsent: text })),
    backToUnsent: assign(({ context }) => ({ typed: context.unsent })),
    /** The person has seen what somebody else left: the next try is made on that. */
    standOnTheirs: assign(({ context: { subject, theirs } }) => ({
      subject: theirs === null ? subject : { ...subject, value: theirs.value, revision: theirs.revision },
      sentence: null,
      theirs: null,
    })),
    takeRange: assign({ range: (_, { output }: { output: Range }) => output }),
    explain: assign(({ context }, { error }: { error: unknown }) => ({ ...refusalOf(error, context.subject), unsent: null })),
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
  unsent: null,
  selected: true,
  sentence: null,
  theirs: null,
  range: UNKNOWN_RANGE,
  moved: [],
});

export const textToSave = ({ subject, typed }: CellContext): string => sentText(typed ?? subject.value, subject.reads);
