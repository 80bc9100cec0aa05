import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import type { EventFrom } from 'xstate';
import { fromPromise } from 'xstate';
import type { Factors as Found } from '../../domain/api/factors.ts';
import { newFactorModel } from '../../src/machines/newFactor/newFactor.model.ts';
import { newFactorMachine } from '../../src/machines/newFactor/newFactor.ts';
import { resourceMachine } from '../../src/machines/resource/resource.ts';
import { Factors } from '../../src/views/account/Factors.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const FOUND: Found = {
  factors: [{ id: 1, kind: 'app', name: 'Phone', added_at: '2026-06-01T08:00:00.000Z', last_used_at: null }],
  recovery_codes: 9,
  passkeys_at: window.location.origin,
};

function does(event: EventFrom<typeof newFactorMachine>): void {
  switch (event.type) {
    case 'factor.begun':
      return void press(event.kind === 'app' ? 'Add an authenticator app' : 'Add a passkey');
    case 'factor.given': {
      fireEvent.change(screen.getByLabelText('Name'), { target: { value: event.name } });
      const code = screen.queryByLabelText('Code');
      if (code !== null) fireEvent.change(code, { target: { value: event.code } });
      return void press(code === null ? 'Create passkey' : 'Add');
    }
    case 'factor.cancelled':
      return void press('Cancel');
    case 'codes.asked':
      return void press('Create new recovery codes');
    case 'codes.noted':
      return void press('I have saved them');
  }
}

const shown = (name: string) => screen.queryByRole('dialog', { name }) !== null;
testView<typeof newFactorMachine>({
  model: newFactorModel,
  start: 'idle',
  promises: ['begin', 'save', 'remake'],
  longest: 30,
  async show(ready) {
    const stage = await stageFor('nobody');
    const settings = stage.people.factors();
    settings.found.set(FOUND);
    const reading = resourceMachine.provide({ actors: { load: fromPromise<void>(async () => undefined) } });
    const adding = ready(newFactorMachine);
    const factors = () => ({
      ...settings,
      reading,
      adding,
      hasPasskeys: true,
      device: 'Firefox, Windows',
      readProfile: async () => undefined,
    });
    await show({ ...stage, people: { ...stage.people, factors } }, <Factors />);
  },
  act: does,
  seen: () => ({
    app: shown('Add an authenticator app'),
    qr: screen.queryByRole('img', { name: 'QR code for the authenticator app' }) !== null,
    secret: document.querySelector('form code')?.textContent ?? null,
    passkey: shown('Add a passkey'),
    called: screen.queryByLabelText<HTMLInputElement>('Name')?.defaultValue,
    codes: [...document.querySelectorAll('ol code')].map(({ textContent }) => textContent).filter((text) => text?.includes('-')),
    says: [...document.querySelectorAll('.wrong')].map(({ textContent }) => textContent),
    busy: [...document.querySelectorAll('button[aria-busy=true]')].map(({ textContent }) => textContent),
  }),
  due: ({ value, context: { kind, begun, codes, problems, sentence } }) => ({
    app: begun?.kind === 'app',
    qr: begun?.kind === 'app',
    secret: begun?.kind === 'app' ? 'JBSW Y3DP EHPK 3PXP' : null,
    passkey: begun?.kind === 'passkey',
    called: begun === null ? undefined : begun.kind === 'app' ? 'Phone' : 'Firefox, Windows',
    codes: [...codes],
    // A passkey has no field for a code, so its refusal is that of the name or of the whole.
    says: [
      ...(begun?.kind === 'passkey' && problems.code !== undefined ? [] : Object.values(problems).map(({ detail }) => detail)),
      ...(sentence === null ? [] : [sentence.detail]),
    ],
    busy: [
      ...(value === 'beginning' ? [kind === 'app' ? 'Add an authenticator app' : 'Add a passkey'] : []),
      ...(value === 'saving' ? [begun?.kind === 'app' ? 'Add' : 'Create passkey'] : []),
      ...(value === 'remaking' ? ['Create new recovery codes'] : []),
    ],
  }),
});
