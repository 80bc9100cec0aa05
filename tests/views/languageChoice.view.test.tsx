import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, vi } from 'vitest';
import { createActor } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import { languageChoiceModel } from '../../src/machines/languageChoice/languageChoice.model.ts';
import { languageChoiceMachine } from '../../src/machines/languageChoice/languageChoice.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { AppShell } from '../../src/views/shell/AppShell.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import type { HeldCalls } from '../model/world.ts';
import { chooseIn, chosenIn } from './shellMenus.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof languageChoiceMachine;

// Fetched as soon as a browser has nothing else to do.
beforeAll(() => import('../../src/compose/app/languageChoice.ts').then(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ACCOUNT = 'Account: Ann';
/** Why the last choice was refused. The message stays. */
let said: string[] = [];
let held: HeldCalls;

testView<Machine>({
  model: languageChoiceModel,
  start: 'idle',
  promises: ['save'],
  async show(ready, calls) {
    [said, held] = [[], calls];
    const stage = await stageFor('Ann');
    const provide = languageChoiceMachine.provide.bind(languageChoiceMachine);
    vi.spyOn(languageChoiceMachine, 'provide').mockImplementationOnce((given) => ready(provide(given) as Machine) as never);
    await show(
      stage,
      <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
        <AppShell title="Projects">
          <p>What is there</p>
        </AppShell>
        <Hosts />
      </ThemeProvider>,
      provideScreens(stage.actum),
    );
  },
  async act() {
    await chooseIn(ACCOUNT, 'Latviešu');
    // The language follows the profile, so nothing changes before the profile does.
    expect(await chosenIn(ACCOUNT, ['English', 'Latviešu', 'Deutsch'])).toEqual(['English']);
  },
  answers: (calls) => ({
    async reject(name, error) {
      said = ['This language is not availableDismiss'];
      await act(async () => calls.reject(name, error));
    },
  }),
  seen: () => ({ said: screen.queryAllByRole('alert').map(({ textContent }) => textContent), asked: held.pending() }),
  due: ({ value }) => ({ said, asked: value === 'saving' ? ['save'] : [] }),
});
