import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Credentials } from '../../domain/api/credentials.ts';
import { NewPassword } from '../../domain/api/registrations.ts';
import { isCommon } from '../../domain/commonPasswords.ts';
import { type Own, passwordFault } from '../../domain/passwords.ts';

const own: Own = { name: 'Anna Bērziņa', email: 'anna.b@roofers.example', teams: ['Pine Yard Roofers'] };
const fault = (password: string, of: Own = own) => passwordFault(password, of, isCommon)?.code ?? null;

test.each([
  ['1234567', 'too_short'],
  ['a dry cellar', null],
  // Any characters, counted as a person counts them.
  ['🧱🧱🧱🧱', 'too_short'],
  ['🧱🪵🔨🪚📐🧰🪜🏗️', null],
  ['        ', null],
  ['x'.repeat(200), null],
  // The most common ones, in any case.
  ['password', 'password_common'],
  ['PassWord1', 'password_common'],
  ['12345678', 'password_common'],
  ['1qaz2wsx', 'password_common'],
  ['qwertyuiop', 'password_common'],
  // In other notations.
  ['P@ssw0rd', 'password_common'],
  ['Pa$$w0rd', 'password_common'],
  ['  password ', 'password_common'],
  ['1L0v3y0u', 'password_common'],
  // Made of facts that others know.
  ['anna1984', 'password_own'],
  ['Anna-Bērziņa', 'password_own'],
  ['annabērziņa!!', 'password_own'],
  ['anna.b@roofers.example', 'password_own'],
  ['pineyardroofers', 'password_own'],
  ['Pine Yard 24', 'password_own'],
  ['actum-2026', 'password_own'],
  // Without the accents it has, and with signs for letters.
  ['annaberzina', 'password_own'],
  ['4nn4-B3rz1n4', 'password_own'],
  ['R00f3rs2026', 'password_own'],
  ['P1n3Y4rdRoof3rs!', 'password_own'],
  ['@ctum2026', 'password_own'],
  // A word from one's own details is allowed together with other words.
  ['anna plus a dry cellar', null],
  ['anna57839201', null],
])('the new password "%s": %s', (password, expected) => expect(fault(password)).toBe(expected));

test('without a name, an address and a team a password is checked for its length and against the list only', () => {
  expect(fault('anna1984', {})).toBe(null);
  expect(fault('        ', { name: ' ', email: '', teams: [''] })).toBe(null);
});

test('the list has 10,000 passwords that the length rule would allow', async () => {
  const { readFileSync } = await import('node:fs');
  const words = /'([^']{99,})';/.exec(readFileSync('domain/commonPasswords.ts', 'utf8'))?.[1]?.split(' ') ?? [];
  expect(new Set(words).size).toBe(10_000);
  expect(words.filter((word) => fault(word, {}) !== 'password_common')).toEqual([]);
});

test('a new password has 8 to 200 characters, one that signs in 6', () => {
  const taken = (password: string) => [v.is(NewPassword, { password }), v.is(Credentials, { email: 'ann@example.com', password })];
  expect(taken('12345')).toEqual([false, false]);
  expect(taken('1234567')).toEqual([false, true]);
  expect(taken('12345678')).toEqual([true, true]);
  expect(taken('x'.repeat(200))).toEqual([true, true]);
  expect(taken('x'.repeat(201))).toEqual([false, false]);
});

test.each(['juergenmueller', 'jurgenmuller', 'JürgenMüller1', 'groß-mueller'])(
  'umlauts of a name count however they are written: %s',
  (password) => expect(fault(password, { name: 'Jürgen Müller', teams: ['Groß'] })).toBe('password_own'),
);
