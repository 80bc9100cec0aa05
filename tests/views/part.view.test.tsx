import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lazyPart, preloadedPart } from '../../src/ui/part.tsx';
import { Router } from '../../src/views/routing.tsx';
import { Boundary } from '../../src/views/shell/Boundary.tsx';
import { settled } from '../model/world.ts';

let isOnline = true;
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
beforeEach(() => {
  isOnline = true;
});
afterEach(cleanup);

const Content = ({ text }: { readonly text: string }) => <p>{text}</p>;

test('“Try again” loads a part that could not be loaded offline', async () => {
  isOnline = false;
  let asked = 0;
  const Part = lazyPart(async () => {
    asked += 1;
    if (asked === 1) throw new TypeError('Failed to fetch');
    return Content;
  });
  const caught: unknown[] = [];
  render(
    <Router>
      <Boundary>
        <Suspense>
          <Part text="The act" />
        </Suspense>
      </Boundary>
    </Router>,
    { onCaughtError: (error) => caught.push(error) },
  );
  await act(settled);
  expect([screen.queryByRole('alert') !== null, caught.map(String)]).toEqual([
    true,
    ['PartUnavailable: A part of the application could not be fetched'],
  ]);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settled();
  });
  expect([screen.queryByRole('alert'), screen.queryByText('The act') !== null, asked]).toEqual([null, true, 2]);
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
