import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Guarded, Route, Router, Routes, useGo } from '../../src/views/routing.tsx';
import { settled } from '../model/world.ts';

afterEach(cleanup);

const code: { arrives: () => void } = { arrives: () => undefined };
const List = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise<void>((resolve) => {
    code.arrives = resolve;
  });
  return { default: () => <h1>Foundations</h1> };
});

const way: { go: (path: string) => void } = { go: () => undefined };
function Screens({ isSignedIn }: { readonly isSignedIn: boolean }) {
  way.go = useGo();
  return (
    <Suspense>
      <Guarded isSignedIn={isSignedIn} fallback={<h1>Loading</h1>}>
        <Routes>
          <Route path="/" element={<h1>Log in</h1>} />
          <Route path="/projects" element={<h1>Projects</h1>} />
          <Route path="/project/:id/:version" element={<List />} />
        </Routes>
      </Guarded>
    </Suspense>
  );
}
const screens = (isSignedIn: boolean) => (
  <Router>
    <Screens isSignedIn={isSignedIn} />
  </Router>
);
const here = () => [window.location.pathname, ...screen.queryAllByRole('heading').map(({ textContent }) => textContent)];

test('a person who signs in on the way to a list gets there even before its code is loaded', async () => {
  window.history.replaceState(null, '', '/');
  const { rerender } = render(screens(false));
  expect(here()).toEqual(['/', 'Log in']);
  await act(async () => {
    way.go('/project/1/2');
    rerender(screens(true));
  });
  expect(here()).toEqual(['/project/1/2', 'Loading']);
  await act(async () => {
    code.arrives();
    await settled();
  });
  expect(here()).toEqual(['/project/1/2', 'Foundations']);
  await act(async () => way.go('/'));
  expect(here()).toEqual(['/projects', 'Projects']);
});
