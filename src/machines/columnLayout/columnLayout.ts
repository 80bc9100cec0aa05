import { assign, emit, fromPromise, setup } from 'xstate';
import { AS_MADE, type ColumnLayout, changedLayout, type LayoutChange } from '../../../domain/columnLayout.ts';

/** A layout as stored on the device. */
export interface KeptLayout {
  readonly layout: ColumnLayout;
  /** Whether the server does not have it yet. */
  readonly isUnsent: boolean;
}

const isSame = (one: ColumnLayout, other: ColumnLayout): boolean => JSON.stringify(one) === JSON.stringify(other);

const spec = '8.41 Columns are hidden, reordered and frozen';

/**
 * One person's layout of a list's columns, and the dialog that changes it. The device's copy is shown first, then that of the server, unless the
 * device's is unsent. A change is sent shortly after the last one; an unsent layout is sent again when a list is opened.
 */
export const columnLayoutMachine = setup({
  types: {
    input: {} as KeptLayout,
    context: {} as KeptLayout,
    events: {} as
      | { readonly type: 'layout.changed'; readonly change: LayoutChange }
      | { readonly type: 'dialog.opened' }
      | { readonly type: 'dialog.closed' },
    emitted: {} as { readonly type: 'layout.kept'; readonly kept: KeptLayout },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Null where the server has none. */
    readLayout: fromPromise<ColumnLayout | null>(() => Promise.reject(new Error('readLayout is not provided'))),
    /** Returns the layout it has sent. */
    sendLayout: fromPromise<ColumnLayout, { layout: ColumnLayout }>(() => Promise.reject(new Error('sendLayout is not provided'))),
  },
  delays: { beforeSending: 500 },
  guards: {
    isUnsent: ({ context }) => context.isUnsent,
    isUnknownToServer: ({ context }, { output }: { output: ColumnLayout | null }) => output === null && !isSame(context.layout, AS_MADE),
    isLatest: ({ context }, { output }: { output: ColumnLayout }) => isSame(output, context.layout),
  },
  actions: {
    change: assign(({ context: { layout } }, { change }: { change: LayoutChange }) => ({
      layout: changedLayout(layout, change),
      isUnsent: true,
    })),
    take: assign(({ context: { layout } }, { output }: { output: ColumnLayout | null }) => ({ layout: output ?? layout })),
    noteUnsent: assign({ isUnsent: true }),
    settle: assign({ isUnsent: false }),
    tell: emit(({ context: { layout, isUnsent } }) => ({ type: 'layout.kept' as const, kept: { layout, isUnsent } })),
  },
}).createMachine({
  id: 'columnLayout',
  context: ({ input: { layout, isUnsent } }) => ({ layout, isUnsent }),
  type: 'parallel',
  states: {
    dialog: {
      initial: 'closed',
      states: {
        closed: { on: { 'dialog.opened': { target: 'open', meta: { spec } } } },
        open: { on: { 'dialog.closed': { target: 'closed', meta: { spec } } } },
      },
    },
    copy: {
      initial: 'found',
      on: {
        'layout.changed': { target: '.changed', actions: [{ type: 'change', params: ({ event }) => event }, 'tell'], meta: { spec } },
      },
      states: {
        found: {
          always: [
            { guard: 'isUnsent', target: 'sending', meta: { spec } },
            { target: 'reading', meta: { spec } },
          ],
        },
        reading: {
          invoke: {
            id: 'readLayout',
            src: 'readLayout',
            onDone: [
              {
                guard: { type: 'isUnknownToServer', params: ({ event }) => event },
                target: 'changed',
                actions: ['noteUnsent', 'tell'],
                meta: { spec },
              },
              { target: 'kept', actions: [{ type: 'take', params: ({ event }) => event }, 'tell'], meta: { spec } },
            ],
            onError: { target: 'kept', meta: { spec: '14.3 Other failures are only logged' } },
          },
        },
        kept: {},
        changed: { after: { beforeSending: { target: 'sending', meta: { spec } } } },
        sending: {
          invoke: {
            id: 'sendLayout',
            src: 'sendLayout',
            input: ({ context: { layout } }) => ({ layout }),
            onDone: [
              {
                guard: { type: 'isLatest', params: ({ event }) => event },
                target: 'kept',
                actions: ['settle', 'tell'],
                meta: { spec },
              },
              { target: 'changed', meta: { spec } },
            ],
            onError: { target: 'kept', meta: { spec: '14.3 Other failures are only logged' } },
          },
          on: {
            // Changes are sent one after another, so that the last one wins.
            'layout.changed': { actions: [{ type: 'change', params: ({ event }) => event }, 'tell'], meta: { spec } },
          },
        },
      },
    },
  },
});
