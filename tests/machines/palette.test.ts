import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { GROUP_LIMIT, highlightedOption, movedTo, shownGroups } from '../../src/machines/palette/options.ts';
import { paletteModel } from '../../src/machines/palette/palette.model.ts';
import { paletteMachine } from '../../src/machines/palette/palette.ts';
import type { Destination, OfferedAction, PaletteContext, Whereabouts } from '../../src/machines/palette/types.ts';
import { whereaboutsOf } from '../../src/machines/palette/whereabouts.ts';
import { testEdges } from '../model/edges.ts';

testEdges(paletteModel, { promises: ['loadDestinations'] });

const where = { projectId: null, versionId: null, actId: null };
const newAct: OfferedAction = { id: 'new act', group: 'here', name: 'New act', blocked: null };
const addTaxes: OfferedAction = { id: 'add taxes', group: 'here', name: 'Add taxes', blocked: 'Make a new version to go on.' };
const place = (group: Destination['group'], name: string, detail = ''): Destination => ({
  id: name,
  group,
  name,
  detail,
  path: `/${name}`,
});
const linden = place('projects', 'Liepu iela 14, Rīga');
const roof = place('lists', 'Roof', 'Version 2');
const walls = place('lists', 'Outer walls', 'Version 2');
const offered: PaletteContext = {
  where,
  actions: [addTaxes, newAct],
  destinations: [roof, walls, linden],
  rows: [],
  text: '',
  highlighted: null,
  sentence: null,
};
const found = (text: string) => shownGroups({ ...offered, text }).map(({ group, options }) => [group, ...options.map(({ name }) => name)]);

test.each([
  [
    '',
    [
      ['here', 'New act', 'Add taxes'],
      ['projects', linden.name],
      ['lists', 'Roof', 'Outer walls'],
    ],
  ],
  ['riga 14', [['projects', linden.name]]],
  ['RĪGA', [['projects', linden.name]]],
  ['version', [['lists', 'Roof', 'Outer walls']]],
  [' 2  wall ', [['lists', 'Outer walls']]],
  ['ax', [['here', 'Add taxes']]],
  ['roof garden', []],
])('"%s" finds by words anywhere, without case or accents, in the order of the groups', (text, expected) =>
  expect(found(text)).toEqual(expected),
);

test('options with a word that begins as typed come first, those that are blocked last', () => {
  const destinations = ['Three versions', 'North, rear house', 'Reed street'].map((name) => place('projects', name));
  const actions = [addTaxes, { ...addTaxes, id: 'extra', name: 'Extra taxes', blocked: null }];
  const names = (text: string) =>
    shownGroups({ actions, destinations, rows: [], text }).flatMap(({ options }) => options.map(({ name }) => name));
  expect(names('re')).toEqual(['North, rear house', 'Reed street', 'Three versions']);
  expect(names('ad')).toEqual(['Add taxes']);
  expect(names('ta')).toEqual(['Extra taxes', 'Add taxes']);
});

test('a group that is too long shows its first options and the number of the others', () => {
  const destinations = Array.from({ length: GROUP_LIMIT + 5 }, (_, index) => place('projects', `Site ${index}`));
  expect(shownGroups({ actions: [], destinations, rows: [], text: '' }).map(({ options, more }) => [options.length, more])).toEqual([
    [GROUP_LIMIT, 5],
  ]);
});

test('the highlight wraps around at both ends, and returns to the first option when its own is gone', () => {
  const at = (highlighted: string | null, text = '') => ({ ...offered, highlighted, text });
  expect([
    movedTo(at(null), 'next'),
    movedTo(at(null), 'previous'),
    movedTo(at(walls.id), 'next'),
    movedTo(at('add taxes'), 'next'),
    movedTo(at('add taxes'), 'last'),
    movedTo(at('add taxes'), 'first'),
    movedTo(at(null, 'nothing like it'), 'next'),
    highlightedOption(at('add taxes', 'roof'))?.id,
  ]).toEqual(['add taxes', walls.id, 'new act', linden.id, walls.id, 'new act', null, roof.id]);
});

test('choosing emits the option and closes the palette; a blocked option does neither; the shortcut pressed again closes', async () => {
  const emitted: unknown[] = [];
  const loadDestinations = fromPromise<readonly Destination[], Whereabouts>(async () => [roof]);
  const palette = createActor(paletteMachine.provide({ actors: { loadDestinations } })).start();
  palette.on('option.chosen', ({ chosen }) => emitted.push(chosen));
  palette.send({ type: 'actions.offered', actions: [newAct, addTaxes] });
  const walked = [
    { type: 'palette.asked', where },
    { type: 'option.chosen', id: addTaxes.id },
    { type: 'option.chosen', id: newAct.id },
    { type: 'palette.asked', where },
    { type: 'palette.asked', where },
  ] as const;
  const values = walked.map((event) => {
    palette.send(event);
    return palette.getSnapshot().matches('closed');
  });
  expect({ emitted, values }).toEqual({ emitted: [{ kind: 'action', id: newAct.id }], values: [false, false, true, false, true] });
});

test.each([
  ['/projects', where],
  ['/project/5', { ...where, projectId: 5 }],
  ['/project/5/2/list/3', { ...where, projectId: 5, versionId: 2 }],
  ['/import/5', { ...where, projectId: 5 }],
  ['/act/7/list/3', { ...where, actId: 7 }],
  ['/project/x', where],
])('who is at %s', (path, expected) => expect(whereaboutsOf(path)).toEqual(expected));
