import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import { startInterruption } from '../../src/compose/edits/interruption.ts';
import { interruptionModel } from '../../src/machines/interruption/interruption.model.ts';
import type { interruptionMachine } from '../../src/machines/interruption/interruption.ts';
import { interruptedWork } from '../../src/services/interruptedWork.ts';
import { silent } from '../../walking/standIns.ts';
import { layTablesOut } from './layout.ts';
import { showList } from './listStage.tsx';
import { stageFor } from './stage.tsx';
import { type Running, testView } from './viewWalk.ts';

type Machine = typeof interruptionMachine;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

const [work] = Object.values(interruptionModel.starts(silent)).flatMap(({ work: kept }) => (kept === null ? [] : [kept]));
let interruption: ReturnType<typeof startInterruption>;

async function does(event: EventFrom<Machine>, { send }: Running<Machine>): Promise<void> {
  cleanup();
  // A list that opens where its person was sends this event itself.
  if (event.type === 'work.resumed') await showList({ interruption });
  else await act(async () => send(event));
}

/** Walks the machine as the page finds it when it is loaded: with nothing kept, or with what an earlier page kept. */
const walkFrom = (start: 'opened' | 'opened again', elsewhere: readonly string[]) =>
  testView<Machine>({
    model: interruptionModel,
    start,
    promises: [],
    longest: 8,
    elsewhere,
    onScreen: {
      first: null,
      next: () => null,
      // A list is shown again to the person it was kept for.
      events: (snapshot) => interruptionModel.events(snapshot).filter(({ type }) => type !== 'work.resumed' || snapshot.matches('kept')),
    },
    async show(ready) {
      if (start === 'opened') sessionStorage.clear();
      else interruptedWork.write(JSON.stringify(work));
      interruption = startInterruption((await stageFor('nobody')).actum, ready);
    },
    act: does,
    seen: () => ({
      typed: screen.queryByRole<HTMLInputElement>('textbox', { name: 'Quantity' })?.value ?? null,
      isKept: interruptedWork.read() !== null,
    }),
    due: (snapshot, past) => ({
      typed: past.at(-1)?.type === 'work.resumed' ? '12.' : null,
      isKept: snapshot.matches('kept'),
    }),
  });

walkFrom('opened', ['#interruption.deciding -- always[0] -> #interruption.kept']);
walkFrom('opened again', ['#interruption.deciding -- always[1] -> #interruption.nothing']);
