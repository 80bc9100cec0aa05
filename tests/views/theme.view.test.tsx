import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { startTheme } from '../../src/compose/app/theme.ts';
import { themeModel } from '../../src/machines/theme/theme.model.ts';
import { type Theme, themeMachine } from '../../src/machines/theme/theme.ts';
import { AppShell } from '../../src/views/shell/AppShell.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { chooseIn, chosenIn } from './shellMenus.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof themeMachine;

afterEach(cleanup);

const ACCOUNT = 'Account: Ann';
const NAMES = { system: 'Same as system', light: 'Light', dark: 'Dark' } as const;
/** The stored theme: null where the system decides. */
const kept = (theme: Theme) => (theme === 'system' ? null : theme);

/** Another tab stores a theme, and the browser sends the storage event. */
function keepElsewhere(theme: Theme): void {
  const newValue = kept(theme);
  if (newValue === null) localStorage.removeItem('actum.theme');
  else localStorage.setItem('actum.theme', newValue);
  dispatchEvent(new StorageEvent('storage', { key: 'actum.theme', newValue }));
}

async function does({ type, theme }: EventFrom<Machine>): Promise<void> {
  if (type === 'theme.chosen') await chooseIn(ACCOUNT, NAMES[theme]);
  else await act(async () => keepElsewhere(theme));
  expect(await chosenIn(ACCOUNT, Object.values(NAMES))).toEqual([NAMES[theme]]);
}

describe.each([
  ['with nothing stored', null],
  ['with dark stored', 'dark'],
])('%s', (start, stored) => {
  testView<Machine>({
    model: themeModel,
    start,
    promises: [],
    longest: 20,
    async show(ready) {
      localStorage.clear();
      if (stored !== null) localStorage.setItem('actum.theme', stored);
      const theme = startTheme(ready(themeMachine));
      await show(
        await stageFor('Ann'),
        <ThemeProvider theme={theme}>
          <AppShell title="Projects">
            <p>What is there</p>
          </AppShell>
        </ThemeProvider>,
      );
    },
    act: does,
    seen: () => ({ scheme: document.documentElement.style.colorScheme, kept: localStorage.getItem('actum.theme') }),
    due: ({ context: { theme } }) => ({ scheme: kept(theme) ?? '', kept: kept(theme) }),
  });
});
