import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { themeModel } from '../../src/machines/theme/theme.model.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { testEdges } from '../model/edges.ts';

testEdges(themeModel);

test('a choice is applied and kept; another tab’s choice is only applied; the same choice again does neither', () => {
  const emitted: unknown[] = [];
  const theme = createActor(themeMachine, { input: { stored: null } }).start();
  theme.on('*', (event) => emitted.push(event));
  theme.send({ type: 'theme.chosen', theme: 'system' });
  theme.send({ type: 'theme.chosen', theme: 'dark' });
  theme.send({ type: 'theme.chosenElsewhere', theme: 'light' });
  theme.send({ type: 'theme.chosenElsewhere', theme: 'light' });
  expect({ emitted, theme: theme.getSnapshot().context.theme }).toEqual({
    emitted: [
      { type: 'theme.applied', theme: 'dark' },
      { type: 'theme.kept', theme: 'dark' },
      { type: 'theme.applied', theme: 'light' },
    ],
    theme: 'light',
  });
});
