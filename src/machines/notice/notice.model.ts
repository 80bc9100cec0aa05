import { type Model, rules } from '../model.ts';
import { noticeMachine } from './notice.ts';

export const noticeModel: Model<typeof noticeMachine> = {
  machine: noticeMachine,
  starts: () => ({ hidden: undefined }),
  stateKey: ({ value, context }) => ({ value, text: context.text }),
  events: () => [
    { type: 'notice.shown', text: 'Saved', kind: 'done' },
    { type: 'notice.shown', text: 'The connection is lost', kind: 'wrong' },
    { type: 'notice.dismissed' },
    { type: 'xstate.after.reading.notice.showing' },
  ],
  broken: ({ value, context }) =>
    rules({ 'there is a text while showing, and only then': (value === 'showing') === (context.text !== null) }),
};
