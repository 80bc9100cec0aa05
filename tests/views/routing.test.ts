import { expect, test } from 'vitest';
import { destinationOf } from '../../src/machines/app/entry.ts';
import { guardedTo, ROUTES, type RouteName, routeAt } from '../../src/views/routing.tsx';

const pathOf = (name: RouteName) => ROUTES[name].replace(/:\w+/g, '7');

// docs/product.md, 1.2: without a token every route but thirteen leads to the login. Signed-in people are redirected from the sign-in routes to the projects.
const TO_LOGIN: readonly RouteName[] = [
  'account',
  'change-email',
  'security-log',
  'projects',
  'project',
  'version',
  'version-list',
  'compare',
  'import',
  'act',
  'act-list',
  'act-answer',
  'act-certificate',
  'certificate',
  'payments',
  'contract',
  'carry',
  'carried',
  'extras',
];
const OPEN: readonly RouteName[] = [
  'login',
  'register',
  'forgot',
  'confirm-email',
  'password-recovery',
  'not-me',
  'company',
  'invite',
  'public',
  'public-act-list',
  'answer',
  'answer-list',
  'components',
];
const TO_PROJECTS: readonly RouteName[] = ['login', 'register', 'forgot', 'invite'];

test('every route is found at its path, and is either guarded or one of the thirteen public ones', () => {
  const names = Object.keys(ROUTES) as RouteName[];
  expect(names.map((name) => routeAt(pathOf(name)))).toEqual(names);
  expect([...TO_LOGIN, ...OPEN].sort()).toEqual(names.sort());
});
test.each(Object.keys(ROUTES) as RouteName[])('%s: where the guard sends people', (name) => {
  expect({ without: guardedTo(pathOf(name), false), signedIn: guardedTo(pathOf(name), true) }).toEqual({
    without: TO_LOGIN.includes(name) ? '/' : null,
    signedIn: TO_PROJECTS.includes(name) ? '/projects' : null,
  });
});
test('an unknown path is guarded', () => expect([guardedTo('/nowhere', false), guardedTo('/nowhere', true)]).toEqual(['/', null]));

test('only guarded screens are opened after signing in', () => {
  const kept = (Object.keys(ROUTES) as RouteName[]).filter((name) => destinationOf(pathOf(name), '') === pathOf(name));
  expect(kept.sort()).toEqual([...TO_LOGIN].sort());
});
