import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActum } from '../../src/compose/app/actum.ts';
import { lazyPart, preloadedPart } from '../../src/ui/part.tsx';
import { ActumProvider } from '../../src/views/actum.tsx';
import { Router } from '../../src/views/routing.tsx';
import { Boundary } from '../../src/views/shell/Boundary.tsx';
import { honestServer } from '../model/honestServer.ts';
import { settled } from '../model/world.ts';

let isOnline = true;
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
beforeEach(() => {
  isOnline = true;
});
afterEach(cleanup);

const Content = ({ text }: { readonly text: string }) => <p>{text}</p>;

/** A screen of a part whose code cannot be loaded the first `times`, and how often it was asked for. */
async function unavailable(times: number) {
  let asked = 0;
  const Part = lazyPart(async () => {
    asked += 1;
    if (asked <= times) throw new TypeError('Failed to fetch');
    return Content;
  });
  // Nothing is asked before the server is silent once.
  const probe = () => Promise.reject(new Error('No connection'));
  const actum = createActum({ ...honestServer().outside, probe }, { path: '/', search: '' });
  const caught: unknown[] = [];
  render(
    <ActumProvider actum={actum}>
      <Router>
        <Boundary>
          <Suspense>
            <Part text="The act" />
          </Suspense>
        </Boundary>
      </Router>
    </ActumProvider>,
    { onCaughtError: (error) => caught.push(error) },
  );
  await act(settled);
  return { actum, caught, asked: () => asked, isShown: () => screen.queryByText('The act') !== null };
}

test('“Try again” loads a part that could not be loaded offline', async () => {
  isOnline = false;
  const { caught, asked, isShown } = await unavailable(1);
  expect([screen.queryByRole('alert') !== null, caught.map(String)]).toEqual([
    true,
    ['PartUnavailable: A part of the application could not be fetched'],
  ]);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settled();
  });
  expect([screen.queryByRole('alert'), isShown(), asked()]).toEqual([null, true, 2]);
});

test('a part that could not be loaded because the server is away says so, and is loaded once the server is back', async () => {
  const { actum, asked, isShown } = await unavailable(2);
  const title = () => screen.queryByRole('alert')?.querySelector('h2')?.textContent ?? null;
  expect(title()).toBe('This screen has stopped working');
  await act(async () => {
    actum.reach.send({ type: 'silence.met' });
    await settled();
  });
  expect([title(), isShown(), asked()]).toEqual(['The server cannot be reached. Trying again automatically.', false, 2]);
  await act(async () => {
    actum.reach.send({ type: 'answer.heard' });
    await settled();
  });
  expect([title(), isShown(), asked()]).toEqual([null, true, 3]);
});

test('a preloaded part appears when it is first mounted, and stays', async () => {
  const Late = preloadedPart(async () => Content);
  const shown = () => screen.queryByText('Sure?') !== null;
  const { rerender } = render(<Late mounted={false} text="Sure?" />);
  await act(settled);
  const before = shown();
  rerender(<Late mounted text="Sure?" />);
  await act(settled);
  const mounted = shown();
  rerender(<Late mounted={false} text="Sure?" />);
  expect([before, mounted, shown()]).toEqual([false, true, true]);
});
