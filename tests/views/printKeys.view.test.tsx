import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import { printoutMachine } from '../../src/machines/printout/printout.ts';
import { PrintButton } from '../../src/views/paper/PrintButton.tsx';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

test("the browser's own key for printing loads the rows first; other keys with P are the browser's", async () => {
  let prints = 0;
  const machine = printoutMachine.provide({
    actors: {
      loadRows: fromPromise<void>(async () => undefined),
      print: fromPromise<void>(async () => {
        prints += 1;
      }),
    },
  });
  const stage = await stageFor('Ann', '/act/7');
  const screens = provideScreens(stage.actum);
  const paper = Promise.resolve({ ...(await screens.paper()), printout: () => machine });
  await show(stage, <PrintButton />, { ...screens, paper: () => paper });
  /** Whether the key was taken from the browser, and how often was printed until then. */
  const pressed = async (given: KeyboardEventInit) => {
    let isTaken = false;
    await act(async () => {
      isTaken = !fireEvent.keyDown(window, given);
    });
    return [isTaken, prints];
  };
  expect(await pressed({ key: 'p' })).toEqual([false, 0]);
  expect(await pressed({ key: 'o', ctrlKey: true })).toEqual([false, 0]);
  expect(await pressed({ key: 'P', ctrlKey: true, shiftKey: true })).toEqual([false, 0]);
  expect(await pressed({ key: 'p', metaKey: true, altKey: true })).toEqual([false, 0]);
  expect(await pressed({ key: 'p', ctrlKey: true })).toEqual([true, 1]);
  expect(await pressed({ key: 'P', metaKey: true })).toEqual([true, 2]);
});
