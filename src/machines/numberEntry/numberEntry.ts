import { assign, setup } from 'xstate';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

interface NumberEntryContext {
  /** The editor's text. */
  readonly text: string;
  /** All keys typed since the first one that was not accepted, after the text before it; null while all were accepted. */
  readonly through: string | null;
  /** Whether something was typed after such a key: then the editor's text is not the number the person meant. */
  readonly wentOn: boolean;
  /** Why the last key or paste was not accepted. */
  readonly remark: Sentence | null;
}
type NumberEntryEvent =
  | { readonly type: 'text.changed'; readonly text: string }
  /** A key that no number contains. `through` is the text with that key, if the key may have been part of the number. */
  | { readonly type: 'key.refused'; readonly key: string; readonly through: string | null; readonly problem: Sentence }
  | { readonly type: 'paste.refused'; readonly problem: Sentence };

const spec = '8.21 A number cell says which keys it takes';
type Typed = Pick<NumberEntryContext, 'text' | 'through' | 'wentOn'>;

/** The typed keys after the editor's text changed; a correction forgets the refused ones. */
function afterChange({ text: before, through, wentOn }: NumberEntryContext, text: string): Typed {
  if (through === null || text.length <= before.length || !text.startsWith(before)) return { text, through: null, wentOn: false };
  return { text, through: through + text.slice(before.length), wentOn: wentOn || text.length > before.length };
}

/** The open editor of a number: the typed text, and the keys it did not accept. */
export const numberEntryMachine = setup({
  types: {
    input: {} as { readonly text: string },
    context: {} as NumberEntryContext,
    events: {} as NumberEntryEvent,
    transitionMeta: {} as { spec: string },
  },
  actions: {
    take: assign(({ context }, { text }: { text: string }) => ({ ...afterChange(context, text), remark: null })),
    keepKey: assign(({ context }, { key, through, problem }: { key: string; through: string | null; problem: Sentence }) => ({
      through: context.through === null ? through : context.through + key,
      remark: problem,
    })),
    explain: assign({ remark: (_, { problem }: { problem: Sentence }) => problem }),
  },
}).createMachine({
  id: 'numberEntry',
  context: ({ input: { text } }) => ({ text, through: null, wentOn: false, remark: null }),
  initial: 'taking',
  on: {
    'text.changed': { target: '.taking', actions: { type: 'take', params: ({ event }) => event }, meta: { spec } },
    'key.refused': { target: '.refusing', actions: { type: 'keepKey', params: ({ event }) => event }, meta: { spec } },
    'paste.refused': { target: '.refusing', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec } },
  },
  states: { taking: {}, refusing: {} },
});

/** The text to save. When a key in the middle was not accepted, these are all typed keys: they are not a number, so the whole is refused. */
export const textEntered = ({ text, through, wentOn }: NumberEntryContext): string => (wentOn && through !== null ? through : text);
