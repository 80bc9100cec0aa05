import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe } from 'vitest';
import { createActor } from 'xstate';
import { companyModel } from '../../src/machines/company/company.model.ts';
import { companyMachine } from '../../src/machines/company/company.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { Route, Routes } from '../../src/views/routing.tsx';
import { AppShell } from '../../src/views/shell/AppShell.tsx';
import { Team } from '../../src/views/shell/Team.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { chooseIn } from './shellMenus.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof companyMachine;

afterEach(cleanup);
// Their code is loaded when they are first shown.
beforeAll(() => import('../../src/views/team/NoTeam.tsx').then(() => undefined));

const team = () => screen.queryByRole('button', { name: /^Team: / })?.getAttribute('aria-label') ?? null;
const nameOf = { 7: 'North', 8: 'South' } as Readonly<Record<number, string>>;

describe.each([
  ['with nothing stored', null],
  ['with a stored company', 8],
  ['with a company left since', 99],
])('%s', (start, stored) => {
  testView<Machine>({
    model: companyModel,
    start,
    promises: [],
    longest: 20,
    async show(ready) {
      const stage = await stageFor('Ann');
      const company = createActor(ready(companyMachine), { input: { stored } }).start();
      await show(
        { ...stage, actum: { ...stage.actum, company } },
        <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
          <Routes>
            <Route element={<Team />}>
              <Route
                path="*"
                element={
                  <AppShell title="Projects">
                    <p>What is there</p>
                  </AppShell>
                }
              />
            </Route>
          </Routes>
        </ThemeProvider>,
      );
    },
    // The root sends the profile and the end of the session.
    act: (event, running) =>
      event.type === 'company.chosen' ? chooseIn(team() ?? '', nameOf[event.id] ?? '') : act(async () => running.send(event)),
    seen: () => ({
      team: team(),
      isNone: screen.queryByRole('heading', { name: 'You are not in a team yet' }) !== null,
      there: screen.queryByText('What is there') !== null,
    }),
    due: (snapshot) => {
      const isActive = snapshot.matches('active');
      return { team: isActive ? `Team: ${nameOf[snapshot.context.id ?? 0]}` : null, isNone: !isActive, there: isActive };
    },
  });
});
