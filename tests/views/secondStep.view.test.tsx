import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import type { EventFrom } from 'xstate';
import { SECOND_STEPS, type SecondStep as Step } from '../../domain/factors.ts';
import { secondStepModel } from '../../src/machines/secondStep/secondStep.model.ts';
import { secondStepMachine } from '../../src/machines/secondStep/secondStep.ts';
import { SecondStep } from '../../src/views/entrance/SecondStep.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

const FIELDS = { code: 'Code', recovery_code: 'Recovery code' } as const;
const OTHERS = { passkey: 'Use a passkey', code: 'Use a code from the app', recovery_code: 'Use a recovery code' } as const;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = () => screen.queryByLabelText(FIELDS.code) ?? screen.queryByLabelText(FIELDS.recovery_code);

function does(event: EventFrom<typeof secondStepMachine>): void {
  if (event.type === 'step.chosen') return void press(OTHERS[event.step]);
  const typed = field();
  if (typed !== null) fireEvent.change(typed, { target: { value: event.text } });
  press(typed === null ? 'Use passkey' : 'Log In');
}

testView<typeof secondStepMachine>({
  model: {
    ...secondStepModel,
    // The way that is asked for has no button.
    events: (snapshot) =>
      secondStepModel.events(snapshot).filter((event) => event.type !== 'step.chosen' || event.step !== snapshot.context.shown),
  },
  start: 'with everything',
  promises: ['check'],
  async show(ready) {
    const stage = await stageFor('nobody');
    const people = { ...stage.people, secondStep: ready(secondStepMachine) };
    await show({ ...stage, people }, <SecondStep asked={{ ticket: 'T1', steps: [...SECOND_STEPS] }} />);
  },
  act: does,
  seen: () => ({
    field: Object.values(FIELDS).filter((label) => screen.queryByLabelText(label) !== null),
    others: Object.values(OTHERS).filter((name) => screen.queryByRole('button', { name }) !== null),
    says: document.querySelector('.wrong, [role=alert]')?.textContent ?? '',
    isBusy: document.querySelector('form button[aria-busy=true]') !== null,
  }),
  due: ({ value, context: { steps, shown, sentence } }) => ({
    field: shown === 'passkey' ? [] : [FIELDS[shown]],
    others: (Object.keys(OTHERS) as Step[]).filter((step) => steps.includes(step) && step !== shown).map((step) => OTHERS[step]),
    says: sentence?.detail ?? '',
    isBusy: value !== 'asking',
  }),
});
