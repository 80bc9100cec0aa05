// @vitest-environment-options { "url": "https://actum.example/" }
import Cookies from 'js-cookie';
import { beforeEach, expect, test, vi } from 'vitest';
import { tokenCookies } from '../../src/services/cookies.ts';
import { companyStorage } from '../../src/services/storage.ts';

beforeEach(() => tokenCookies.clear());

test('tokens are read back; a refresh token alone is enough; cleared ones are null', () => {
  expect(tokenCookies.read()).toBe(null);
  tokenCookies.write({ access: 'A1', refresh: 'R1' });
  expect(tokenCookies.read()).toEqual({ access: 'A1', refresh: 'R1' });
  Cookies.remove('__Host-access', { path: '/', secure: true });
  expect(tokenCookies.read()).toEqual({ access: null, refresh: 'R1' });
  tokenCookies.clear();
  expect(tokenCookies.read()).toBe(null);
});

test('the cookies live one hour and three days, for this site alone and never over plain HTTP', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  const written = vi.spyOn(document, 'cookie', 'set');
  tokenCookies.write({ access: 'A1', refresh: 'R1' });
  expect(written.mock.calls).toEqual([
    ['__Host-access=A1; path=/; secure; sameSite=strict; expires=Thu, 01 Jan 2026 01:00:00 GMT'],
    ['__Host-refresh=R1; path=/; secure; sameSite=strict; expires=Sun, 04 Jan 2026 00:00:00 GMT'],
  ]);
  written.mockRestore();
  vi.useRealTimers();
});

test('the company is kept as an id', () => {
  companyStorage.write(8);
  expect(companyStorage.read()).toBe(8);
  companyStorage.clear();
  expect(companyStorage.read()).toBe(null);
});
