import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { useHistoryPlace } from '../../src/views/projects/historyPlace.ts';
import { Router, useGo, useSearchParam } from '../../src/views/routing.tsx';

afterEach(cleanup);

let go: ReturnType<typeof useGo>;
let hearNews: (news: number) => void;

/** A search as the projects have it: what is typed goes into the address, and another page begins with its own. */
function Search() {
  go = useGo();
  const [news, setNews] = useState(0);
  hearNews = setNews;
  return (
    <>
      <input key={useHistoryPlace()} aria-label="Find" defaultValue={useSearchParam('find') ?? ''} />
      <p>News {news}</p>
    </>
  );
}

test('a page begins with its own search, even when the page before it is rendered once more after it was left', async () => {
  render(
    <Router>
      <Search />
    </Router>,
  );
  const find = () => screen.getByLabelText<HTMLInputElement>('Find').value;
  await act(async () => go('/projects?find=quay'));
  expect(find()).toBe('quay');
  const typedInto = screen.getByLabelText('Find');
  await act(async () => go('/projects?find=quays', { replace: true }));
  expect(screen.getByLabelText('Find')).toBe(typedInto);
  await act(async () => {
    go('/projects');
    // The router shows the next page in a transition, which waits for what is urgent.
    flushSync(() => hearNews(1));
    expect(screen.getByText('News 1')).toBeDefined();
  });
  expect(find()).toBe('');
});
