import { act, render } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { type Composed, createActum } from '../../src/compose/app/actum.ts';
import { providePeople } from '../../src/compose/people.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { type People, PeopleProvider } from '../../src/views/people.tsx';
import { Router } from '../../src/views/routing.tsx';
import { type Screens, ScreensProvider } from '../../src/views/screens.tsx';
import { ENTRY, honestServer } from '../model/honestServer.ts';
import { settled } from '../model/world.ts';

// Parts that are loaded later are loaded from the start: how long that takes says nothing about a view.
import.meta.glob(
  [
    '../../src/compose/{screens,edits,export}/*.ts',
    '../../src/ui/{Dialog,Menu}Popup.tsx',
    '../../src/ui/PopupBox.tsx',
    '../../src/views/{together/Comments,together/Presence,paper/Paper}.tsx',
    '../../src/views/projects/{NewProject,CurrencyDialog}.tsx',
    '../../src/views/estimate/tools/ArrangeDialog.tsx',
  ],
  { eager: true },
);

export interface Stage {
  readonly actum: Composed;
  readonly people: People;
  readonly server: ReturnType<typeof honestServer>;
}

/** The composed client with nobody signed in, or with Ann, who owns the team North. */
export async function stageFor(who: 'nobody' | 'Ann', path = ENTRY.path, more?: Parameters<typeof honestServer>[0]): Promise<Stage> {
  window.history.replaceState(null, '', path);
  const server = honestServer(more);
  if (who === 'Ann') server.kept.tokens = server.issue();
  const actum = createActum(server.outside, { path, search: '' });
  if (who === 'Ann') await server.answer(0);
  return { actum, people: providePeople(actum), server };
}

/** Renders a view under StrictMode. */
export async function show(
  { actum, people }: Omit<Stage, 'server'>,
  view: ReactNode,
  screens: Screens = provideScreens(actum),
): Promise<void> {
  const source = Promise.resolve(people);
  await act(async () => {
    render(
      <StrictMode>
        <ActumProvider actum={actum}>
          <ScreensProvider screens={screens}>
            <PeopleProvider people={() => source}>
              <Router>{view}</Router>
            </PeopleProvider>
          </ScreensProvider>
        </ActumProvider>
      </StrictMode>,
    );
    await settled();
  });
}
