import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import { tooltipModel } from '../../src/machines/tooltip/tooltip.model.ts';
import { type Tip, tooltipMachine } from '../../src/machines/tooltip/tooltip.ts';
import { Button } from '../../src/ui/Button.tsx';
import { HostedTooltip } from '../../src/views/shell/HostedTooltip.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof tooltipMachine;
afterEach(cleanup);

const nameOf = (anchor: object) => (anchor as { readonly name: string }).name;
const button = (anchor: object) => screen.getByRole('button', { name: nameOf(anchor) });
const tooltips = () => [...document.querySelectorAll('[data-tooltip]')].map(({ textContent }) => textContent);
const pointAt = (target: Element) => act(async () => void fireEvent.pointerOver(target, { pointerType: 'mouse' }));

let reword: (words: string) => void = () => undefined;
let take: () => void = () => undefined;
/** Two buttons: one with words that change, one blocked. */
function Under({ machine }: { readonly machine: Machine }) {
  const [words, setWords] = useState('Undo');
  const [isThere, setIsThere] = useState(true);
  reword = setWords;
  take = () => setIsThere(false);
  return (
    <>
      {isThere && <Button aria-label="Undo" icon="undo" tip={words} />}
      <Button aria-label="Redo" icon="redo" blocked="Redo" />
      <HostedTooltip machine={machine} />
    </>
  );
}
const showBoth = async (machine: Machine = tooltipMachine) => show(await stageFor('nobody'), <Under machine={machine} />);

/** Where the pointer is, and the words of the first button. */
interface World {
  readonly pointed: string | null;
  readonly isOnTooltip: boolean;
  readonly words: string;
}
const isReworded = ({ words }: World, { anchor, text }: Tip) => nameOf(anchor) === 'Undo' && text !== words;

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'anchor.pointed': {
      const { anchor, text } = event.tip;
      const isHovered = button(anchor).dataset.tip === text;
      return isHovered ? pointAt(button(anchor)) : act(async () => reword(text));
    }
    case 'anchor.reached':
      return act(async () => void fireEvent.click(button(event.tip.anchor)));
    case 'anchor.left':
      await pointAt(document.body);
      return act(async () => void fireEvent.focusOut(button(event.anchor)));
    case 'tooltip.pointed':
      return pointAt(document.querySelector('[data-tooltip]') ?? document.body);
    case 'tooltip.left':
      return pointAt(document.body);
    case 'tooltip.dismissed':
      return act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }));
  }
}

testView<Machine, World>({
  model: tooltipModel,
  start: 'closed',
  promises: [],
  longest: 12,
  onScreen: {
    first: { pointed: null, isOnTooltip: false, words: 'Undo' },
    next(world, event) {
      if (event.type === 'tooltip.pointed') return { ...world, isOnTooltip: true };
      if (event.type === 'tooltip.left' || event.type === 'anchor.left') return { ...world, pointed: null, isOnTooltip: false };
      if (!('tip' in event) || event.type !== 'anchor.pointed') return world;
      const { tip } = event;
      return isReworded(world, tip) ? { ...world, words: tip.text } : { ...world, pointed: nameOf(tip.anchor) };
    },
    events: (snapshot, world) =>
      tooltipModel.events(snapshot).filter((event) => {
        const { tip } = snapshot.context;
        const isFree = world.pointed === null && !world.isOnTooltip;
        const isShown = snapshot.matches('open') || snapshot.matches('leaving');
        switch (event.type) {
          case 'anchor.pointed':
            return 'tip' in event && (isReworded(world, event.tip) ? tip !== null && nameOf(tip.anchor) === 'Undo' : isFree);
          case 'anchor.left':
            return 'anchor' in event && (isFree ? tip?.anchor === event.anchor : world.pointed === nameOf(event.anchor));
          case 'tooltip.pointed':
            return isFree && isShown;
          case 'tooltip.left':
            return world.isOnTooltip;
          default:
            return true;
        }
      }),
  },
  show: (ready) => showBoth(ready(tooltipMachine)),
  act: does,
  seen: tooltips,
  due: (snapshot) => (snapshot.matches('open') || snapshot.matches('leaving') ? [snapshot.context.tip?.text] : []),
});

test('it closes when its element disappears, and on a press elsewhere', async () => {
  await showBoth();
  await pointAt(button({ name: 'Undo' }));
  await screen.findByText('Undo');
  await act(async () => take());
  expect(tooltips()).toEqual([]);
  await act(async () => void fireEvent.click(button({ name: 'Redo' })));
  expect(tooltips()).toEqual(['Redo']);
  await act(async () => void fireEvent.pointerDown(button({ name: 'Redo' })));
  expect(tooltips()).toEqual(['Redo']);
  await act(async () => void fireEvent.pointerDown(document.body));
  expect(tooltips()).toEqual([]);
});

test('touch, or a press on an enabled control, shows no tooltip; the keyboard shows it at once', async () => {
  await showBoth();
  const undo = button({ name: 'Undo' });
  await act(async () => void fireEvent.pointerOver(undo, { pointerType: 'touch' }));
  await act(async () => void fireEvent.click(undo));
  expect(tooltips()).toEqual([]);
  await act(async () => undo.focus());
  expect(tooltips()).toEqual(['Undo']);
  await act(async () => button({ name: 'Redo' }).focus());
  expect(tooltips()).toEqual(['Redo']);
});
