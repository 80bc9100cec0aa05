import * as v from 'valibot';
import { expect, test } from 'vitest';
import { addressOf } from '../../domain/api/address.ts';
import { Credentials, isSameAddress } from '../../domain/api/credentials.ts';
import { sentenceOf } from '../../domain/api/errors.ts';
import { CompletePercent, Percent, Quantity, UnitPrice } from '../../domain/api/fields.ts';
import { percentsOf, withPercent } from '../../domain/percents.ts';
import { may, type Permission, permissionToEdit, ROLES } from '../../domain/permissions.ts';
import { sentenceOfIssue } from '../../domain/sentences/rules.ts';

const messages = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : result.issues.map((issue) => sentenceOfIssue(issue).detail);
};

test('the login form gives the sentence of each rule that is broken', () => {
  const nested = (value: unknown) => {
    const result = v.safeParse(Credentials, value);
    if (result.success) return result.output;
    const details = (field: string) =>
      result.issues.filter((issue) => v.getDotPath(issue) === field).map((issue) => sentenceOfIssue(issue).detail);
    return { email: details('email'), password: details('password') };
  };
  expect(nested({ email: ' ', password: '' })).toEqual({
    email: ['Value is required', 'Value is not a valid email address'],
    password: ['Value is required', 'This field should be at least 6 characters long'],
  });
  expect(nested({ email: 'ann@', password: '12345' })).toEqual({
    email: ['Value is not a valid email address'],
    password: ['This field should be at least 6 characters long'],
  });
  expect(nested({ email: ' ann@example.com ', password: '123456' })).toEqual({ email: 'ann@example.com', password: '123456' });
});

test.each([
  ['12.5', '12.5'],
  ['abc', ['Enter a number']],
  ['', ['Enter a number']],
  ['1.2345678', ['Enter a number with at most 6 decimals']],
  ['1000000000', ['The number must be smaller than 1000000000']],
  ['-1000000000', ['The number must be smaller than 1000000000']],
  ['-999999999.999999', '-999999999.999999'],
  ['0.0000000000000000000000000000001', ['Enter a number']],
])('the quantity "%s"', (text, expected) => expect(messages(Quantity, text)).toEqual(expected));

test.each([
  ['21', '21'],
  ['-100', '-100'],
  ['1000', '1000'],
  ['1000.0001', ['The percent must be between -100 and 1000']],
  ['-100.1', ['The percent must be between -100 and 1000']],
  ['1.00001', ['Enter a number with at most 4 decimals']],
  ['x', ['Enter a number']],
])('the percent "%s"', (text, expected) => expect(messages(Percent, text)).toEqual(expected));

test('setting one form of percents empties the other', () => {
  const uniform = { percent_total: '21', percent_labour: null, percent_materials: null, percent_tools: null };
  const byComponent = withPercent(uniform, 'percent_labour', '23.59');
  expect(byComponent).toEqual({ percent_total: null, percent_labour: '23.59', percent_materials: null, percent_tools: null });
  expect(percentsOf(byComponent)).toEqual({ form: 'by component', labour: 23_5900n, materials: 0n, tools: 0n });
  expect(withPercent(byComponent, 'percent_total', '5')).toEqual({ ...uniform, percent_total: '5' });
});

test('a unit price has larger bounds than a quantity', () => {
  expect(['999999999999', '1000000000000'].map((text) => messages(UnitPrice, text))).toEqual([
    '999999999999',
    ['The number must be smaller than 1000000000000'],
  ]);
});

test('each permission belongs to the roles that docs/product.md names', () => {
  const table = (permission: Permission) => ROLES.map((role) => may(role, permission));
  expect(table('editOwners')).toEqual([false, false, false]);
  const ofAdmins = [
    'editAdmins',
    'editRegulars',
    'inviteUsers',
    'seeTeamSettings',
    'manageContract',
    'deleteProjects',
    'withdrawAnswers',
  ] as const;
  for (const permission of ofAdmins) expect(table(permission)).toEqual([true, true, false]);
  expect(table('ownTeam')).toEqual([true, false, false]);
  expect(ROLES.map(permissionToEdit)).toEqual(['editOwners', 'editAdmins', 'editRegulars']);
  expect(() => may('owner', 'flyAway' as Permission)).toThrow('Unknown permission: flyAway');
});

test('an error is one sentence', () => {
  expect(sentenceOf({ detail: 'Wrong.', code: 'x' })).toEqual({ detail: 'Wrong.', code: 'x' });
  expect(sentenceOf({ quantity: ['Enter a number', 'Please'], name: ['Other'] })?.detail).toBe('Enter a number. Please');
  expect([sentenceOf(null), sentenceOf({}), sentenceOf({ detail: '' }), sentenceOf('<html>')]).toEqual([null, null, null, null]);
});

test('email addresses are the same whatever their case and the blanks around them', () => {
  expect([isSameAddress(' Ann@Example.com', 'ann@example.COM '), isSameAddress('ann@example.com', 'an@example.com')]).toEqual([
    true,
    false,
  ]);
});

test('an address has the values of its route and its query', () => {
  expect(
    addressOf('GET /acts/:id/lists/:listId/rows/', { params: { id: 3, listId: 7 }, query: { offset: 256, limit: undefined } }),
  ).toEqual({
    method: 'GET',
    path: '/acts/3/lists/7/rows/?offset=256',
  });
  expect(addressOf('GET /profile/', {})).toEqual({ method: 'GET', path: '/profile/' });
  expect(addressOf('GET /invitations/:hash/', { params: { hash: 'a/b?' } }).path).toBe('/invitations/a%2Fb%3F/');
});

test('a percent to complete to is refused with one reason', () => {
  expect(messages(CompletePercent, '33.333')).toEqual(['Enter a percent with at most 2 decimals']);
  expect(messages(CompletePercent, '100.01')).toEqual(['The percent must be between 0 and 100']);
  expect(messages(CompletePercent, '33.33')).toBe('33.33');
});
