import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type EventFrom, fromPromise } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import { printoutModel } from '../../src/machines/printout/printout.model.ts';
import { printoutMachine } from '../../src/machines/printout/printout.ts';
import { PrintButton } from '../../src/views/paper/PrintButton.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof printoutMachine;

afterEach(cleanup);

/** Why the last printing failed. The message stays. */
let said: string[] = [];

function does({ type }: EventFrom<Machine>): void {
  if (type === 'print.cancelled') fireEvent.click(screen.getByRole('button', { name: 'Cancel printing' }));
  else fireEvent.keyDown(window, { key: 'p', ctrlKey: true });
}

testView<Machine>({
  model: printoutModel,
  start: 'on a list',
  promises: ['loadRows', 'print'],
  async show(ready) {
    said = [];
    const stage = await stageFor('Ann', '/act/7');
    const screens = provideScreens(stage.actum);
    const part = { ...(await screens.paper()), printout: () => ready(printoutMachine) };
    const paper = Promise.resolve(part);
    await show(
      stage,
      <>
        <PrintButton />
        <Hosts />
      </>,
      { ...screens, paper: () => paper },
    );
  },
  act: does,
  answers: (calls) => ({
    async reject(name, error) {
      said = ['The server cannot be reached. Check the connection and try againDismiss'];
      await act(async () => calls.reject(name, error));
    },
  }),
  seen: () => ({
    buttons: screen
      .queryAllByRole('button')
      .flatMap((button) => (button.closest('[role=alert]') ? [] : [button.ariaLabel ?? button.textContent])),
    said: screen.queryAllByRole('alert').map(({ textContent }) => textContent),
  }),
  due: (snapshot) => ({ buttons: [snapshot.matches('loading') ? 'Cancel printing' : 'Print'], said }),
});

test.each([true, false])(
  'the focus stays on the button, which cancels while the printout is made (with its name beside the icon: %s)',
  async (isNamed) => {
    const stage = await stageFor('Ann', '/act/7');
    const screens = provideScreens(stage.actum);
    const never = printoutMachine.provide({ actors: { loadRows: fromPromise(() => new Promise<void>(() => undefined)) } });
    const paper = Promise.resolve({ ...(await screens.paper()), printout: () => never });
    await show(stage, <PrintButton isNamed={isNamed} isInMenu />, { ...screens, paper: () => paper });
    const button = screen.getByRole('button', { name: 'Print' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel printing' }));
    fireEvent.click(button);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Print' }));
  },
);
