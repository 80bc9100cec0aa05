import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import { once } from '../../src/compose/calls/once.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { rowSearchModel } from '../../src/machines/rowSearch/rowSearch.model.ts';
import { rowSearchMachine } from '../../src/machines/rowSearch/rowSearch.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { Palette, PaletteButton } from '../../src/views/palette/Palette.tsx';
import { paths } from '../../src/views/routing.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { pressButton } from './layout.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof rowSearchMachine;
beforeAll(() => import('../../src/views/palette/PaletteBox.tsx').then(() => undefined));
afterEach(cleanup);

const field = () => screen.queryByRole<HTMLInputElement>('combobox');
async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'text.typed': {
      if (field() === null) {
        await act(async () => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }));
        // Its code may come a moment later.
        await screen.findByRole('combobox');
      }
      return act(async () => void fireEvent.change(field() as Element, { target: { value: event.text } }));
    }
    case 'search.retried':
      return pressButton('Try again');
    case 'search.closed':
      return act(async () => void fireEvent.keyDown(field() as Element, { key: 'Escape' }));
  }
}

/** The text in the palette; null while it is closed. */
type World = string | null;
testView<Machine, World>({
  model: rowSearchModel,
  start: 'in the palette',
  promises: ['searchRows'],
  longest: 16,
  onScreen: {
    first: null,
    next: (before, event) => ('text' in event ? event.text : event.type === 'search.closed' ? null : before),
    events: (snapshot, text) =>
      rowSearchModel
        .events(snapshot)
        .filter((event) => (event.type === 'search.closed' ? text !== null : !('text' in event) || event.text !== text)),
  },
  async show(ready) {
    const stage = await stageFor('Ann', paths.projects);
    const screens = provideScreens(stage.actum);
    const machine = ready(rowSearchMachine);
    await show(
      stage,
      <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } })}>
        <Palette teamId={1}>
          <PaletteButton />
        </Palette>
      </ThemeProvider>,
      { ...screens, rowSearch: once(async () => () => machine) },
    );
  },
  act: does,
  seen: () => ({
    failure: screen.queryByText(/cannot be reached/) !== null,
    rows: screen.queryAllByRole('option', { name: /Gravel bed/ }).length > 0,
  }),
  due: ({ value }, past) => {
    let rows = false;
    let text = '';
    for (const event of past) {
      if ('text' in event) text = event.text;
      if (event.type === 'search.closed' || ('text' in event && event.text.trim().length < 2)) rows = false;
      if (event.type === 'xstate.done.actor.searchRows') rows = true;
    }
    return { failure: value === 'failed', rows: rows && text === 'gravel' };
  },
});
