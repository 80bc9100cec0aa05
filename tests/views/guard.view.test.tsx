import { act, cleanup, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Guarded, Route, Router, Routes, useGo } from '../../src/views/routing.tsx';
import { settled } from '../model/world.ts';

afterEach(cleanup);

test('who signs in on the way to a list whose code is still to come gets there', async () => {
  window.history.replaceState(null, '', '/');
  let arrives: () => void = () => undefined;
  const List = lazy(async () => {
    await new Promise<void>((resolve) => {
      arrives = resolve;
    });
    return { default: () => <h1>Foundations</h1> };
  });
  let go: (path: string) => void = () => undefined;
  function Screens({ isSignedIn }: { readonly isSignedIn: boolean }) {
    go = useGo();
    return (
      <Suspense>
        <Guarded isSignedIn={isSignedIn} meanwhile={<h1>Loading</h1>}>
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
  const { rerender } = render(screens(false));
  const titles = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);
  expect(titles()).toEqual(['Log in']);

  await act(async () => {
    go('/project/1/2');
    rerender(screens(true));
  });
  expect([window.location.pathname, titles()]).toEqual(['/project/1/2', ['Loading']]);
  await act(async () => {
    arrives();
    await settled();
  });
  expect([window.location.pathname, titles()]).toEqual(['/project/1/2', ['Foundations']]);

  await act(async () => go('/'));
  expect([window.location.pathname, titles()]).toEqual(['/projects', ['Projects']]);
});
