import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import { movedTo, shownOption } from './options.ts';
import type { Chosen, Destination, HighlightMove, OfferedAction, PaletteContext, Whereabouts } from './types.ts';

type PaletteEvent =
  | { readonly type: 'actions.offered'; readonly actions: readonly OfferedAction[] }
  | { readonly type: 'palette.asked'; readonly where: Whereabouts }
  | { readonly type: 'shortcuts.asked' }
  | { readonly type: 'palette.closed' }
  | { readonly type: 'escape.pressed' }
  | { readonly type: 'overlay.clicked' }
  | { readonly type: 'load.retried' }
  | { readonly type: 'rows.found'; readonly rows: readonly Destination[] }
  | { readonly type: 'text.typed'; readonly text: string }
  | { readonly type: 'highlight.moved'; readonly to: HighlightMove }
  | { readonly type: 'option.pointed'; readonly id: string }
  | { readonly type: 'option.chosen'; readonly id: string };

const nowhere: Whereabouts = { projectId: null, versionId: null, actId: null };
const KEYBOARD = '2.12 Every screen and action is within reach of the keyboard';

/**
 * Finds destinations and actions by their words, and lists the shortcuts. The screen offers the actions; the destinations are loaded when the palette
 * opens.
 */
export const paletteMachine = setup({
  types: {
    context: {} as PaletteContext,
    events: {} as PaletteEvent,
    emitted: {} as { readonly type: 'option.chosen'; readonly chosen: Chosen },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    loadDestinations: fromPromise<readonly Destination[], Whereabouts>(() => Promise.reject(new Error('loadDestinations is not provided'))),
  },
  guards: {
    isPossible: ({ context }, { id }: { id: string }) => shownOption(context, id)?.blocked === null,
    isShown: ({ context }, { id }: { id: string }) => shownOption(context, id) !== null,
  },
  actions: {
    keepActions: assign({ actions: (_, { actions }: { actions: readonly OfferedAction[] }) => actions }),
    beginAt: assign((_, { where }: { where: Whereabouts }) => ({
      where,
      text: '',
      highlighted: null,
      destinations: [],
      rows: [],
      sentence: null,
    })),
    keepDestinations: assign({ destinations: (_, { destinations }: { destinations: readonly Destination[] }) => destinations }),
    keepRows: assign({ rows: (_, { rows }: { rows: readonly Destination[] }) => rows }),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    forgetSentence: assign({ sentence: null }),
    seek: assign((_, { text }: { text: string }) => ({ text, highlighted: null })),
    moveHighlight: assign({ highlighted: ({ context }, { to }: { to: HighlightMove }) => movedTo(context, to) }),
    highlight: assign({ highlighted: (_, { id }: { id: string }) => id }),
    emitChoice: emit(({ context }, { id }: { id: string }) => ({
      type: 'option.chosen' as const,
      chosen: shownOption(context, id)?.chosen ?? { kind: 'action' as const, id },
    })),
  },
}).createMachine({
  id: 'palette',
  context: { where: nowhere, actions: [], destinations: [], rows: [], text: '', highlighted: null, sentence: null },
  initial: 'closed',
  on: {
    'actions.offered': { actions: { type: 'keepActions', params: ({ event: { actions } }) => ({ actions }) }, meta: { spec: KEYBOARD } },
  },
  states: {
    closed: {
      on: {
        'palette.asked': {
          target: 'open.finding',
          actions: { type: 'beginAt', params: ({ event: { where } }) => ({ where }) },
          meta: { spec: KEYBOARD },
        },
        'shortcuts.asked': { target: 'open.shortcuts', meta: { spec: KEYBOARD } },
      },
    },
    open: {
      initial: 'finding',
      on: {
        'palette.closed': { target: 'closed', meta: { spec: KEYBOARD } },
        'escape.pressed': { target: 'closed', meta: { spec: KEYBOARD } },
        'overlay.clicked': { target: 'closed', meta: { spec: KEYBOARD } },
      },
      states: {
        finding: {
          initial: 'loading',
          on: {
            'palette.asked': { target: '#palette.closed', meta: { spec: KEYBOARD } },
            'text.typed': { actions: { type: 'seek', params: ({ event: { text } }) => ({ text }) }, meta: { spec: KEYBOARD } },
            'rows.found': {
              actions: { type: 'keepRows', params: ({ event: { rows } }) => ({ rows }) },
              meta: { spec: '2.16 Rows of all projects are found from the palette' },
            },
            'highlight.moved': { actions: { type: 'moveHighlight', params: ({ event: { to } }) => ({ to }) }, meta: { spec: KEYBOARD } },
            'option.pointed': {
              guard: { type: 'isShown', params: ({ event: { id } }) => ({ id }) },
              actions: { type: 'highlight', params: ({ event: { id } }) => ({ id }) },
              meta: { spec: KEYBOARD },
            },
            'option.chosen': {
              guard: { type: 'isPossible', params: ({ event: { id } }) => ({ id }) },
              target: '#palette.closed',
              actions: { type: 'emitChoice', params: ({ event: { id } }) => ({ id }) },
              meta: { spec: KEYBOARD },
            },
          },
          states: {
            loading: {
              entry: 'forgetSentence',
              invoke: {
                id: 'loadDestinations',
                src: 'loadDestinations',
                input: ({ context }) => context.where,
                onDone: {
                  target: 'choosing',
                  actions: { type: 'keepDestinations', params: ({ event }) => ({ destinations: event.output }) },
                  meta: { spec: '2.13 Destinations are read when the palette opens' },
                },
                onError: {
                  target: 'failed',
                  actions: { type: 'explain', params: ({ event: { error } }) => ({ error }) },
                  meta: { spec: '2.13 Destinations are read when the palette opens' },
                },
              },
            },
            choosing: {},
            failed: { on: { 'load.retried': { target: 'loading', meta: { spec: '2.13 Destinations are read when the palette opens' } } } },
          },
        },
        shortcuts: {
          on: {
            'palette.asked': {
              target: 'finding',
              actions: { type: 'beginAt', params: ({ event: { where } }) => ({ where }) },
              meta: { spec: KEYBOARD },
            },
          },
        },
      },
    },
  },
});
