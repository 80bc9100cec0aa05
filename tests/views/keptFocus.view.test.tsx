import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ApiToken } from '../../domain/api/apiTokenRoutes.ts';
import type { Api } from '../../domain/api/call.ts';
import { tokensOf } from '../../src/compose/screens/accountTokens.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { KeptFocus } from '../../src/ui/KeptFocus.tsx';
import { ApiTokens } from '../../src/views/account/ApiTokens.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const at = '2026-01-01T00:00:00.000Z';
const token = (id: number, name: string): ApiToken => ({
  id,
  name,
  scope: 'read',
  created_at: at,
  expires_at: '2099-01-01T00:00:00.000Z',
  last_used_at: null,
});

async function showTokens(names: readonly string[]): Promise<void> {
  let tokens = names.map((name, id) => token(id, name));
  const api = (async (route: string, given: { params?: { tokenId: number } }) => {
    if (!route.startsWith('DELETE ')) return tokens;
    tokens = tokens.filter(({ id }) => id !== given.params?.tokenId);
    return { detail: '' };
  }) as unknown as Api;
  const stage = await stageFor('Ann');
  const part = Promise.resolve(() => tokensOf(api));
  const page = (
    <main>
      <ApiTokens />
      <KeptFocus />
    </main>
  );
  await show(stage, page, { ...provideScreens(stage.actum), tokens: () => part });
}

/** Presses with the keyboard: a button that is pressed has the focus. */
const press = (button: HTMLElement) =>
  act(async () => {
    button.focus();
    fireEvent.click(button);
    await settled();
  });
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

async function withdraw(name: string): Promise<void> {
  await press(screen.getByRole('button', { name: `Withdraw the token ${name}` }));
  await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
}

test('when a token is withdrawn, the focus moves to the button of the next token, else of the previous one, and in the end to what follows the list', async () => {
  await showTokens(['first', 'second', 'third']);
  const places: unknown[] = [];
  for (const name of ['second', 'third', 'first']) {
    await withdraw(name);
    expect(screen.queryByText(name)).toBeNull();
    await expect.poll(() => document.activeElement !== document.body).toBe(true);
    places.push(focused());
  }
  expect(places).toEqual(['Withdraw the token third', 'Withdraw the token first', 'Create a token']);
});

const GRID = { role: 'grid' };
function Filters() {
  const [chips, setChips] = useState(['Walls', 'Roof']);
  return (
    <main>
      <h1>List</h1>
      <section>
        <h2>Filters</h2>
        {chips.length > 0 && (
          <div>
            {chips.map((chip) => (
              <button key={chip} type="button" onClick={() => setChips(chips.filter((each) => each !== chip))}>
                {chip}
              </button>
            ))}
          </div>
        )}
      </section>
      <div {...GRID}>{chips.length === 2 && <input aria-label="cell" />}</div>
      <KeptFocus />
    </main>
  );
}

test('the last filter leaves its focus to the heading of its part, a table manages its own, and after a press on an empty place the focus is not restored', async () => {
  render(<Filters />);
  await press(screen.getByRole('button', { name: 'Walls' }));
  await expect.poll(focused).toBe('Roof');
  await press(screen.getByRole('button', { name: 'Roof' }));
  await expect.poll(focused).toBe('Filters');
  cleanup();

  render(<Filters />);
  screen.getByLabelText('cell').focus();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Walls' })));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(document.activeElement).toBe(document.body);

  const roof = screen.getByRole('button', { name: 'Roof' });
  roof.focus();
  roof.blur();
  fireEvent.click(screen.getByRole('heading', { name: 'List' }));
  await act(async () => fireEvent.click(roof));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(document.activeElement).toBe(document.body);
});

/** A form whose other button is disabled while the answer to the pressed one is loaded, and what then replaces it. */
function Sent({ step }: { readonly step: 'form' | 'loading' | 'answered' }) {
  return (
    <main>
      {step === 'answered' ? (
        <h2>Thank you</h2>
      ) : (
        <div>
          <button type="button" disabled={step === 'loading'}>
            Look again
          </button>
          {step === 'form' && <button type="button">Send</button>}
        </div>
      )}
      <KeptFocus />
    </main>
  );
}

test('the place is kept while nothing near it can take the focus, until something can', async () => {
  const { rerender } = render(<Sent step="form" />);
  screen.getByRole('button', { name: 'Send' }).focus();
  rerender(<Sent step="loading" />);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(document.activeElement).toBe(document.body);
  rerender(<Sent step="answered" />);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Thank you' }));
});

/** A table of requests that others decide too: the buttons of a line disappear, and its part has no heading. */
function Decided({ waiting }: { readonly waiting: readonly string[] }) {
  return (
    <main>
      {['first', 'second'].map((name) => (
        <div key={name}>
          <a href="/project/1">{name}</a>
          <p>
            <span>{waiting.includes(name) && <button type="button">Refuse {name}</button>}</span>
          </p>
        </div>
      ))}
      <KeptFocus />
    </main>
  );
}

test('where a part has no heading, the nearest focusable element takes the focus', async () => {
  const { rerender } = render(<Decided waiting={['first', 'second']} />);
  screen.getByRole('button', { name: 'Refuse second' }).focus();
  rerender(<Decided waiting={[]} />);
  await expect.poll(focused).toBe('second');
});

/** A dialog that loses its form as it begins to close, opened by a button that others have taken away. */
function Closing({ step }: { readonly step: 'asked' | 'answered' | 'closing' | 'closed' }) {
  return (
    <>
      <main>
        <a href="/project/1">Row</a>
        <p>{step === 'asked' && <button type="button">Refuse</button>}</p>
        <KeptFocus />
      </main>
      {step !== 'closed' && (
        <div role="dialog" tabIndex={-1} {...(step === 'closing' && { 'data-closed': '' })}>
          <h2>Refuse?</h2>
          <p>{step !== 'closing' && <input aria-label="Why" />}</p>
        </div>
      )}
    </>
  );
}

test('the focus is not restored into a closing dialog', async () => {
  const { rerender } = render(<Closing step="asked" />);
  screen.getByRole('button', { name: 'Refuse' }).focus();
  screen.getByLabelText('Why').focus();
  for (const step of ['answered', 'closing'] as const) rerender(<Closing step={step} />);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(document.activeElement).not.toBe(screen.getByRole('heading'));
  // The library of dialogs does this.
  screen.getByRole('dialog').focus();
  rerender(<Closing step="closed" />);
  await expect.poll(focused).toBe('Row');
});
