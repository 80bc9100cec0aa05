import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ApiToken } from '../../domain/api/apiTokenRoutes.ts';
import type { Api } from '../../domain/api/call.ts';
import { tokensOf } from '../../src/compose/screens/accountTokens.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { ApiTokens } from '../../src/views/account/ApiTokens.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const SECRET = 'act_secret-that-is-shown-once';

async function shown(first: readonly ApiToken[] = [], mayCopy = true) {
  let tokens = [...first];
  const copied: string[] = [];
  const api = (async (route: string, given: { params?: { tokenId: number }; body?: { name: string; scope: 'read'; days: number } }) => {
    if (route.startsWith('GET ')) return tokens;
    if (route.startsWith('DELETE ')) {
      tokens = tokens.filter(({ id }) => id !== given.params?.tokenId);
      return { detail: '' };
    }
    const { name = '', scope = 'read', days = 0 } = given.body ?? {};
    const at = '2026-01-01T00:00:00.000Z';
    const made = {
      id: 9,
      name,
      scope,
      created_at: at,
      expires_at: new Date(Date.now() + days * 86_400_000).toISOString(),
      last_used_at: null,
    };
    tokens = [made, ...tokens];
    return { ...made, token: SECRET };
  }) as unknown as Api;
  const stage = await stageFor('Ann');
  const part = Promise.resolve(() => tokensOf(api));
  const copyText = async (text: string) => {
    if (!mayCopy) throw new Error('No clipboard without a secure connection');
    copied.push(text);
  };
  await show(stage, <ApiTokens />, { ...provideScreens(stage.actum), copyText, tokens: () => part });
  return copied;
}
const press = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button);
    await settled();
  });
const token = (id: number, name: string, expires_at: string): ApiToken => ({
  id,
  name,
  scope: 'acts',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at,
  last_used_at: '2026-01-02T00:00:00.000Z',
});

test('a name that is too long is refused with the limit of a token', async () => {
  await shown();
  fireEvent.change(screen.getByRole('textbox', { name: 'What it is for' }), { target: { value: 'x'.repeat(300) } });
  await press(screen.getByRole('button', { name: 'Create a token' }));
  expect(screen.getByText('At most 80 characters')).toBeTruthy();
});

test('a new token is shown once, can be copied, and is listed without its secret', async () => {
  const copied = await shown();
  expect(screen.getByText('You have no tokens.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('What it is for'), { target: { value: 'Nightly import' } });
  await press(screen.getByRole('button', { name: 'Create a token' }));
  const made = within(screen.getByText(SECRET).parentElement as HTMLElement);
  expect(made.getByText(/It is shown only this once/)).toBeTruthy();
  await press(made.getByRole('button', { name: 'Copy the token' }));
  expect(copied).toEqual([SECRET]);
  expect(made.getByRole('button', { name: 'Copied' })).toBeTruthy();
  const [listed] = screen.getAllByRole('listitem');
  expect(listed?.textContent).toMatch(/^Nightly importRead · never used/);
  expect(listed?.textContent).not.toContain(SECRET);
});

test('where the browser refuses to copy, the token can be copied by hand', async () => {
  await shown([], false);
  fireEvent.change(screen.getByLabelText('What it is for'), { target: { value: 'Nightly import' } });
  await press(screen.getByRole('button', { name: 'Create a token' }));
  await press(screen.getByRole('button', { name: 'Copy the token' }));
  expect(screen.getByText('The browser did not allow copying. Select the text and copy it.')).toBeTruthy();
});

test('a token without a name is not made', async () => {
  await shown();
  await press(screen.getByRole('button', { name: 'Create a token' }));
  expect(screen.getByLabelText('What it is for').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('a token is withdrawn after a confirmation; an ended one says so', async () => {
  await shown([token(1, 'Old', '2026-01-03T00:00:00.000Z'), token(2, 'Site', '2099-01-01T00:00:00.000Z')]);
  const [old] = screen.getAllByRole('listitem');
  expect(old?.textContent).toContain('Expired');
  await press(screen.getByRole('button', { name: 'Withdraw the token Site' }));
  await press(within(screen.getByRole('dialog', { name: 'Withdraw the token Site?' })).getByRole('button', { name: 'Withdraw' }));
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)).toEqual(['Old']);
});
