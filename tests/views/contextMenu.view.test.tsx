import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import { contextMenuModel } from '../../src/machines/contextMenu/contextMenu.model.ts';
import { contextMenuMachine } from '../../src/machines/contextMenu/contextMenu.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { useOpenContextMenu } from '../../src/views/actum.tsx';
import { Layers } from '../../src/views/shell/Layers.tsx';
import { pressButton } from './layout.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof contextMenuMachine;
type Opened = Extract<EventFrom<Machine>, { type: 'menu.opened' }>;
afterEach(cleanup);

let asked: Opened | null = null;
let chosen: string[] = [];
/** The screen with the element the menu belongs to. */
function Opener({ name = 'What can be done' }: { readonly name?: string }) {
  const open = useOpenContextMenu();
  const openAsked = () => {
    if (asked === null) return;
    const { pageX, pageY, options, menu } = asked;
    open({ pageX, pageY, options, onChosen: (id) => chosen.push(`${menu} ${id}`) });
  };
  return (
    <button type="button" onClick={openAsked}>
      {name}
    </button>
  );
}

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'menu.opened':
      asked = event;
      await pressButton('What can be done');
      // The first time its code is loaded.
      return void (await screen.findByRole('menu'));
    case 'menu.dismissed':
      return act(async () => void fireEvent(window, new Event('resize')));
    case 'option.chosen':
      return act(async () => screen.getByRole('menuitem', { name: 'Delete' }).click());
  }
}

testView<Machine>({
  model: contextMenuModel,
  start: 'closed',
  promises: [],
  longest: 12,
  onScreen: {
    first: null,
    next: () => null,
    // Only offered options can be chosen, and the window has a fixed size.
    events: (snapshot) =>
      contextMenuModel.events(snapshot).flatMap((event): readonly ModelEvent<Machine>[] => {
        if ('viewport' in event) return [{ ...event, viewport: { width: innerWidth, height: innerHeight } }];
        return snapshot.value === 'closed' || ('id' in event && event.id !== 'delete') ? [] : [event];
      }),
  },
  async show(ready) {
    chosen = [];
    const stage = await stageFor('Ann');
    const contextMenu = createActor(ready(contextMenuMachine)).start();
    const view = (
      <>
        <Opener />
        <Layers />
      </>
    );
    await show({ ...stage, actum: { ...stage.actum, contextMenu } }, view);
  },
  act: does,
  seen: () => ({ options: screen.queryAllByRole('menuitem').map(({ textContent }) => textContent), chosen }),
  due({ context: { shown } }, past) {
    const heard = past.flatMap((event, at) => {
      const opened = past.slice(0, at).findLast((before): before is Opened => before.type === 'menu.opened');
      return event.type === 'option.chosen' && 'id' in event ? [`${opened?.menu} ${event.id}`] : [];
    });
    return { options: shown?.options.map(({ label }) => label) ?? [], chosen: heard };
  },
});

test('of several elements that opened the menu, only the last is told the choice', async () => {
  chosen = [];
  const stage = await stageFor('Ann');
  await show(
    stage,
    <>
      <Opener name="The first" />
      <Opener name="The second" />
      <Layers />
    </>,
  );
  const options = [{ id: 'delete', label: 'Delete' }];
  for (const [name, menu] of [
    ['The first', 'of the first'],
    ['The second', 'of the second'],
  ] as const) {
    asked = { type: 'menu.opened', menu, options, pageX: 1, pageY: 1, viewport: { width: 1, height: 1 } };
    await pressButton(name);
    await screen.findByRole('menu');
  }
  await act(async () => screen.getByRole('menuitem', { name: 'Delete' }).click());
  expect(chosen).toEqual(['of the second delete']);
});
