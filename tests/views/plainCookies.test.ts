// @vitest-environment-options { "url": "http://localhost:4180/" }
import { expect, test, vi } from 'vitest';
import { tokenCookies } from '../../src/services/cookies.ts';

test('without https the cookies have plain names', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  tokenCookies.write({ access: 'A1', refresh: 'R1' });
  expect(written.mock.calls.map(([cookie]) => cookie.split('; expires')[0])).toEqual([
    'access=A1; path=/; secure; sameSite=strict',
    'refresh=R1; path=/; secure; sameSite=strict',
  ]);
  written.mockRestore();
});
