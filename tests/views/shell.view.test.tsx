import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Api } from '../../domain/api/call.ts';
import type { SidebarProject } from '../../domain/api/shapes.ts';
import type { Follow } from '../../src/compose/live/follow.ts';
import { sidebarOf } from '../../src/compose/screens/sidebar.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { AppShell, SidebarProjects } from '../../src/views/shell/AppShell.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'matchMedia');
});

async function showAt(isNarrow: boolean): Promise<void> {
  window.matchMedia = (() => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} })) as unknown as typeof matchMedia;
  await show(
    await stageFor('Ann'),
    <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
      <AppShell title="Projects">
        <p>What is there</p>
      </AppShell>
    </ThemeProvider>,
  );
}
const sidebar = () => screen.queryByRole('navigation', { name: 'Projects' });
const toggle = () => screen.getByRole('button', { name: /^(Show|Fold) the sidebar$/ });

test('on a phone Escape closes the sidebar and gives the focus to the button that opens it, and so does a press outside it', async () => {
  await showAt(true);
  expect(sidebar()).toBeNull();
  for (const leave of [
    () => fireEvent.keyDown(screen.getByRole('button', { name: 'Account: Ann' }), { key: 'Escape' }),
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
    () => fireEvent.click(screen.getByRole('button', { name: 'Close the sidebar' })),
  ]) {
    fireEvent.click(toggle());
    screen.getByRole('button', { name: 'Account: Ann' }).focus();
    leave();
    expect(sidebar()).toBeNull();
    expect(document.activeElement).toBe(toggle());
  }
});

test('a menu above the sidebar is closed first, and on a wide screen the sidebar stays', async () => {
  await showAt(true);
  fireEvent.click(toggle());
  fireEvent.click(screen.getByRole('button', { name: 'Account: Ann' }));
  fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Escape' });
  expect(sidebar()).not.toBeNull();
  cleanup();

  await showAt(false);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(sidebar()).not.toBeNull();
});

test('the sidebar follows projects that are renamed or deleted elsewhere', async () => {
  const stage = await stageFor('Ann');
  const project = (id: number, name: string): SidebarProject => ({ id, name, status: 'available' });
  let kept = [project(3, 'North Yard'), project(4, 'Harbour')];
  const told: ((state: string) => void)[] = [];
  const follow: Follow = (_, answered) => {
    told.push((state) => answered({ team_projects: [{ state, changed_at: '2026-11-01T08:00:00Z' }] }, false));
    return () => undefined;
  };
  const tell = (state: string) =>
    act(async () => {
      for (const each of told) each(state);
      await settled();
    });
  const sidebar = sidebarOf((async () => kept) as unknown as Api, follow, 7);
  await show(
    stage,
    <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
      <SidebarProjects teamId={7}>
        <AppShell title="Account">
          <p>What is there</p>
        </AppShell>
      </SidebarProjects>
    </ThemeProvider>,
    { ...provideScreens(stage.actum), sidebar: () => sidebar },
  );
  const listed = () => screen.queryAllByRole('link', { name: /Yard|Harbour/ }).map(({ textContent }) => textContent);
  await tell('first');
  expect(listed()).toEqual(['North Yard', 'Harbour']);
  kept = [project(3, 'South Yard')];
  await tell('first');
  expect(listed()).toEqual(['North Yard', 'Harbour']);
  await tell('second');
  expect(listed()).toEqual(['South Yard']);
});
