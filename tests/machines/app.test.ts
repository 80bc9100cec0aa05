import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { appModel } from '../../src/machines/app/app.model.ts';
import { appMachine } from '../../src/machines/app/app.ts';
import { destinationOf, invitationHashOf, publicKeyOf } from '../../src/machines/app/entry.ts';
import { testEdges } from '../model/edges.ts';

const roots = ['session', 'company', 'invitation', 'reference', 'modal', 'contextMenu', 'notice'];
testEdges(appModel, { talkers: roots });

test('every actor finds the roots by their names', () => {
  const app = createActor(appMachine, { input: { path: '/', search: '', tokens: null, storedCompany: 7 } });
  expect(roots.filter((name) => app.system.get(name) === undefined)).toEqual([]);
  expect(app.getSnapshot().children.company?.getSnapshot().context).toEqual({ teams: [], id: 7 });
});

test('the end of a session closes menus and dialogs', () => {
  const app = createActor(appMachine, { input: { path: '/', search: '', tokens: null, storedCompany: null } }).start();
  const { modal, contextMenu } = app.getSnapshot().children;
  modal?.send({ type: 'modal.opened', content: { component: 'confirm', attributes: {}, nonclosable: true } });
  contextMenu?.send({ type: 'menu.opened', menu: 'm', options: [], viewport: { width: 9, height: 9 }, pageX: 1, pageY: 1 });
  app.send({ type: 'session.ended', forgetsCompany: false });
  expect([modal?.getSnapshot().value, contextMenu?.getSnapshot().value]).toEqual(['closed', 'closed']);
});

test.each([
  ['/', '', null],
  ['/register', '', null],
  ['/public/k1/list/3', '', null],
  ['/projects', '', '/projects'],
  ['/project/5/2', '?tab=acts', '/project/5/2?tab=acts'],
  ['/projectsx', '', null],
  ['/', '?from_landing=true&project_id=42', '/project/42'],
  ['/projects', '?from_landing=true&project_id=42', '/project/42'],
  ['/', '?from_landing=true&project_id=x', null],
  ['/', '?from_landing=false&project_id=42', null],
  ['/', '?project_id=42', null],
])('a person who opens %s%s gets to %s once signed in', (path, search, expected) => expect(destinationOf(path, search)).toBe(expected));

test.each([
  ['/public/k1', 'k1'],
  ['/public/k1/list/3', 'k1'],
  ['/public/a%20b', 'a b'],
  ['/public/', null],
  ['/public/a%', 'a%'],
  ['/projects', null],
])('the public key of %s is %s', (path, expected) => expect(publicKeyOf(path)).toBe(expected));

test.each([
  ['/invitation/h1', 'h1'],
  ['/invitation/', null],
  ['/projects/invitation/h1', null],
])('the invitation of %s is %s', (path, expected) => expect(invitationHashOf(path)).toBe(expected));
