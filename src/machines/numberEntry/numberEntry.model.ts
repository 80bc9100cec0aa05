import { notPasted, numberKeys } from '../../../domain/sentences/typing.ts';
import { type Model, rules } from '../model.ts';
import { numberEntryMachine, textEntered } from './numberEntry.ts';

export const numberEntryModel: Model<typeof numberEntryMachine> = {
  machine: numberEntryMachine,
  starts: () => ({ 'on 1.5': { text: '1.5' } }),
  stateKey: ({ value, context }) => ({ value, ...context, remark: context.remark?.code }),
  events: ({ context: { text, through } }) => [
    ...(text === '1.5' ? [{ type: 'text.changed', text: '1.53' } as const] : []),
    { type: 'text.changed', text: '1.5' },
    ...(through === null ? [{ type: 'key.refused', key: 'e', through: `${text}e`, problem: numberKeys() } as const] : []),
    ...(through === null ? [{ type: 'key.refused', key: '€', through: null, problem: numberKeys() } as const] : []),
    { type: 'paste.refused', problem: notPasted({ text: '100 and 200' }) },
  ],
  broken: ({ value, context }) =>
    rules({
      'a refused text has a remark until the next key': (value === 'refusing') === (context.remark !== null),
      'a number typed around a key that was not taken is not saved without it': !context.wentOn || textEntered(context) !== context.text,
    }),
};
