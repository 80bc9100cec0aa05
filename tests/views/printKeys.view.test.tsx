import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import { printoutMachine } from '../../src/machines/printout/printout.ts';
import { PrintButton } from '../../src/views/paper/PrintButton.tsx';
import { useRequestPrint } from '../../src/views/paper/rowsToPrint.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

/** A stage whose printing is counted. */
async function counting() {
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
  return { stage, screens: { ...screens, paper: () => paper }, prints: () => prints };
}

/** A menu that prints, on a screen whose printing comes later. */
function LatePrinting() {
  const print = useRequestPrint();
  const [hasCome, setHasCome] = useState(false);
  return (
    <>
      <button type="button" onClick={print}>
        Print
      </button>
      <button type="button" onClick={() => setHasCome(true)}>
        Come
      </button>
      {hasCome && <PrintButton />}
    </>
  );
}

test('a screen is printed even when the menu asks before its printing code is loaded, and no other screen is printed', async () => {
  for (const [to, printed] of [
    ['/act/7', 1],
    ['/act/8', 0],
  ] as const) {
    const { stage, screens, prints } = await counting();
    await show(stage, <LatePrinting />, screens);
    fireEvent.click(screen.getByRole('button', { name: 'Print' }));
    history.replaceState(null, '', to);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Come' })));
    expect(prints()).toBe(printed);
    cleanup();
  }
});

test("the browser's own key for printing loads the rows first; other keys with P are the browser's", async () => {
  const { stage, screens, prints } = await counting();
  await show(stage, <PrintButton />, screens);
  /** Whether the key was taken from the browser, and how often was printed until then. */
  const pressed = async (given: KeyboardEventInit) => {
    let isTaken = false;
    await act(async () => {
      isTaken = !fireEvent.keyDown(window, given);
    });
    return [isTaken, prints()];
  };
  expect(await pressed({ key: 'p' })).toEqual([false, 0]);
  expect(await pressed({ key: 'o', ctrlKey: true })).toEqual([false, 0]);
  expect(await pressed({ key: 'P', ctrlKey: true, shiftKey: true })).toEqual([false, 0]);
  expect(await pressed({ key: 'p', metaKey: true, altKey: true })).toEqual([false, 0]);
  expect(await pressed({ key: 'p', ctrlKey: true })).toEqual([true, 1]);
  expect(await pressed({ key: 'P', metaKey: true })).toEqual([true, 2]);
});
