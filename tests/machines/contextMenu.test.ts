import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { contextMenuModel } from '../../src/machines/contextMenu/contextMenu.model.ts';
import { contextMenuMachine } from '../../src/machines/contextMenu/contextMenu.ts';
import { placed } from '../../src/machines/contextMenu/placement.ts';
import { testEdges } from '../model/edges.ts';

testEdges(contextMenuModel);

const viewport = { width: 800, height: 600 };
test.each([
  ['in the open', { pageX: 10, pageY: 20 }, { left: 10, top: 20 }],
  ['just fitting', { pageX: 680, pageY: 528 }, { left: 680, top: 528 }],
  ['too far right', { pageX: 681, pageY: 20 }, { left: 561, top: 20 }],
  ['too far down', { pageX: 10, pageY: 529 }, { left: 10, top: 457 }],
  ['in the corner', { pageX: 800, pageY: 600 }, { left: 680, top: 528 }],
])('a menu %s is placed', (_, pointer, expected) => expect(placed(pointer, viewport, 120, 72)).toEqual(expected));

test('a choice names its menu, and a menu of two options is 72 px high and 120 px wide', () => {
  const emitted: unknown[] = [];
  const menu = createActor(contextMenuMachine).start();
  menu.on('option.chosen', (event) => emitted.push(event));
  const options = [
    { id: 'rename', label: 'Rename' },
    { id: 'delete', label: 'Delete' },
  ];
  menu.send({ type: 'menu.opened', menu: 'rows', options, viewport, pageX: 10, pageY: 20 });
  expect(menu.getSnapshot().context.shown).toEqual({ menu: 'rows', options, left: 10, top: 20, width: 120, height: 72 });
  menu.send({ type: 'option.chosen', id: 'delete' });
  expect(emitted).toEqual([{ type: 'option.chosen', menu: 'rows', id: 'delete' }]);
});
