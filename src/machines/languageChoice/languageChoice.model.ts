import { Refused } from '../../../domain/api/call.ts';
import type { Model } from '../model.ts';
import { languageChoiceMachine } from './languageChoice.ts';

export const languageChoiceModel: Model<typeof languageChoiceMachine> = {
  machine: languageChoiceMachine,
  starts: () => ({ idle: undefined }),
  stateKey: ({ value }) => value,
  events: () => [
    { type: 'language.chosen', language: 'lv' },
    { type: 'xstate.done.actor.save' },
    { type: 'xstate.error.actor.save', error: new Refused(400, { language: ['This language is not available'] }) },
  ],
  broken: () => [],
};
