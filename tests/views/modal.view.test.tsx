import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ActorRefFrom, createActor, type EventFrom, type SnapshotFrom } from 'xstate';
import { modalModel } from '../../src/machines/modal/modal.model.ts';
import type { ModalContent } from '../../src/machines/modal/modal.ts';
import { modalMachine } from '../../src/machines/modal/modal.ts';
import type { Model } from '../../src/machines/model.ts';
import { useCloseModal, useOpenModal } from '../../src/views/actum.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import type { Confirmation } from '../../src/views/shell/Layers.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof modalMachine;

afterEach(cleanup);
// Their code is loaded when a dialog is first opened.
beforeAll(() => Promise.all([import('../../src/views/shell/Layers.tsx'), import('../../src/ui/Dialog.tsx')]).then(() => undefined));

const done: string[] = [];
const asked = (title: string, nonclosable: boolean): ModalContent => {
  const attributes: Confirmation = { title, description: 'It has 3 rows.', onConfirm: () => void done.push(title) };
  return { component: 'confirm', attributes: { ...attributes }, nonclosable };
};
const LIST = asked('Delete the list?', false);
const PROJECT = asked('Delete the project?', true);

/** The same model as for the machine alone, with other contents. */
const model: Model<Machine> = {
  ...modalModel,
  events: (snapshot) => [
    ...[LIST, PROJECT].map((content) => ({ type: 'modal.opened' as const, content })),
    ...modalModel.events(snapshot).filter(({ type }) => type !== 'modal.opened'),
  ],
};

let open: ReturnType<typeof useOpenModal> = () => undefined;
let close: () => void = () => undefined;
/** A screen that opens the modal. */
function Under() {
  open = useOpenModal();
  close = useCloseModal();
  return <p>Under it</p>;
}

async function showUnder(modal: ActorRefFrom<Machine>): Promise<void> {
  done.length = 0;
  const stage = await stageFor('Ann');
  await show(
    { ...stage, actum: { ...stage.actum, modal } },
    <>
      <Under />
      <Hosts />
    </>,
  );
}

const settle = (does: () => void) =>
  act(async () => {
    does();
    await settled();
  });
const pressEscape = () => settle(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
/** A press beside the dialog. */
const pressBeside = () =>
  settle(() => {
    const veil = document.querySelector('[class*=veil]') as Element;
    fireEvent.pointerDown(veil, { pointerType: 'mouse' });
    fireEvent.mouseDown(veil);
    fireEvent.click(veil);
  });
const shown = () => screen.queryByRole('dialog')?.querySelector('h2')?.textContent ?? null;

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'modal.opened':
      return settle(() => open(event.content));
    case 'modal.closed':
      return settle(() => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })));
    case 'escape.pressed':
      return pressEscape();
    case 'overlay.clicked':
      return pressBeside();
  }
}

testView<Machine>({
  model,
  start: 'closed',
  promises: [],
  async show(ready) {
    await showUnder(createActor(ready(modalMachine)).start());
  },
  act: does,
  seen: () => ({ title: shown(), buttons: screen.queryAllByRole('button').map(({ textContent }) => textContent) }),
  due: ({ context: { content } }: SnapshotFrom<Machine>) => ({
    title: content === null ? null : content.attributes.title,
    buttons: content === null ? [] : ['Cancel', 'Delete'],
  }),
});

test('a dialog that must be answered ignores Escape and a press beside it', async () => {
  await showUnder(createActor(modalMachine).start());
  await settle(() => open(PROJECT));
  await pressEscape();
  await pressBeside();
  expect(shown()).toBe('Delete the project?');
  await settle(() => close());
  expect([shown(), done]).toEqual([null, []]);
});

test('a confirmed action runs once, and the modal closes', async () => {
  await showUnder(createActor(modalMachine).start());
  await settle(() => open(LIST));
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: 'Delete' })));
  expect([shown(), done]).toEqual([null, ['Delete the list?']]);
});
