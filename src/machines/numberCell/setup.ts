import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { MovedAct } from '../../../domain/api/actShapes.ts';
import { Unanswered } from '../../../domain/api/call.ts';
import {
  type CellContext,
  type CellEvent,
  type CellInput,
  comparedWith,
  editOf,
  isChange,
  onTheirs,
  type Range,
  refusedIn,
  type Subject,
  sentenceFor,
  sentText,
  takenUp,
  theirsOf,
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
    loadRange: fromPromise<Range, { subject: Subject }>(() => Promise.reject(new Error('loadRange is not provided'))),
    previewMove: fromPromise<readonly MovedAct[], { subject: Subject; text: string }>(() =>
      Promise.reject(new Error('previewMove is not provided')),
    ),
  },
  delays: { restingOnCell: 150 },
  guards: {
    changesNothing: ({ context: { subject } }, { text }: { text: string }) => !isChange(text, comparedWith(subject)),
    wasRefused: ({ context }) => refusedIn(context.subject) !== null,
    endsRefusal: ({ context: { subject } }, { text }: { text: string }) => refusedIn(subject) !== null && !isChange(text, subject),
    isRefused: (_, { subject }: { subject: Subject | null }) => subject !== null && refusedIn(subject) !== null,
    isStale: (_, { subject }: { subject: Subject }) => (subject.unsent ? theirsOf(subject.unsent.edit) !== null : false),
    isUnanswered: (_, { error }: { error: unknown }) => error instanceof Unanswered,
    waits: ({ context: { subject } }) => subject.unsent?.mode === 'waiting',
  },
  actions: {
    /** Opens with the text of a waiting or refused edit, where there is one. */
    open: assign((_, { draft, subject }: { draft: string | null; subject: Subject }) => ({
      subject: takenUp(subject),
      typed: draft ?? subject.unsent?.edit.text ?? null,
      selected: draft === null && !subject.unsent,
      sentence: null,
    })),
    /** Opens a refused text again. */
    reopen: assign(({ context }, { draft }: { draft: string | null }) => ({
      typed: draft ?? context.typed,
      selected: false,
      sentence: null,
    })),
    keepTyped: assign((_, { text, known }: { text: string; known?: number | undefined }) => ({ typed: text, known, sentence: null })),
    commitAgain: assign((_, { known }: { known?: number | undefined }) => ({ known, sentence: null })),
    forgetTyped: assign({ typed: null, sentence: null }),
    keepMine: assign((_, { subject }: { subject: Subject }) => ({
      subject: onTheirs(subject),
      typed: subject.unsent?.edit.text ?? null,
      known: undefined,
      sentence: null,
    })),
    /** The queue has the edit from here on. */
    handOver: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo(context.queue, { type: 'edit.added', edit: editOf(context.subject, textToSave(context)), known: context.known });
    }),
    giveUp: enqueueActions(({ context, enqueue }, { subject }: { subject: Subject | null }) => {
      const refused = refusedIn(subject ?? context.subject);
      if (refused !== null) enqueue.sendTo(context.queue, { type: 'edits.givenUp', keys: [refused.key] });
    }),
    takeRange: assign({ range: (_, { output }: { output: Range }) => output }),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceFor(error) }),
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
  known: undefined,
  sentence: null,
  range: UNKNOWN_RANGE,
  moved: [],
});

export const textToSave = ({ subject, typed }: CellContext): string => sentText(typed ?? subject.value, subject.reads);
