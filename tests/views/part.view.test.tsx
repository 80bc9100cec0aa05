import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense, use } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActum } from '../../src/compose/app/actum.ts';
import { Arriving } from '../../src/ui/Arriving.tsx';
import { announce, later } from '../../src/ui/later.ts';
import { laterPart, lazyPart, preloadedPart } from '../../src/ui/part.tsx';
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

const Needing = ({ needs }: { readonly needs: () => Promise<string> }) => <p>{use(needs())}</p>;

const Faulty = () => {
  throw new Error('No such row');
};

const silent = () => Promise.reject(new Error('No connection'));
const answering = () => Promise.resolve();

/** Content inside a boundary, and the errors that reach the root. */
function bounded(content: ReactNode, probe: () => Promise<void>) {
  const actum = createActum({ ...honestServer().outside, probe }, { path: '/', search: '' });
  const caught: unknown[] = [];
  render(
    <ActumProvider actum={actum}>
      <Router>
        <Boundary>{content}</Boundary>
      </Router>
    </ActumProvider>,
    { onCaughtError: (error) => caught.push(error) },
  );
  return { actum, caught };
}
const titleOfFault = () => screen.queryByRole('alert')?.querySelector('h2')?.textContent ?? null;

/** A screen of a part whose code cannot be loaded the first `times`, and how often it was asked for. */
async function unavailable(times: number, probe: () => Promise<void>) {
  let asked = 0;
  const Part = lazyPart(async () => {
    asked += 1;
    if (asked <= times) throw new TypeError('Failed to fetch');
    return Content;
  });
  const { actum, caught } = bounded(
    <Suspense>
      <Part text="The act" />
    </Suspense>,
    probe,
  );
  await act(settled);
  return { actum, caught, asked: () => asked, isShown: () => screen.queryByText('The act') !== null };
}

test('a part that failed once, perhaps unseen while the server was away, is requested again at once', async () => {
  const { asked, isShown } = await unavailable(1, silent);
  expect([titleOfFault(), isShown(), asked()]).toEqual([null, true, 2]);
});

test('“Try again” loads a part that could not be loaded offline', async () => {
  isOnline = false;
  const { caught, asked, isShown } = await unavailable(2, silent);
  expect([screen.queryByRole('alert') !== null, caught.map(String)]).toEqual([
    true,
    Array(2).fill('PartUnavailable: A part of the application could not be fetched'),
  ]);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settled();
  });
  expect([screen.queryByRole('alert'), isShown(), asked()]).toEqual([null, true, 3]);
});

test('a part that could not be loaded because the server is away says so, and is loaded once the server is back', async () => {
  const { actum, asked, isShown } = await unavailable(2, silent);
  expect([titleOfFault(), isShown(), asked()]).toEqual(['The server cannot be reached. Trying again automatically.', false, 2]);
  await act(async () => {
    actum.reach.send({ type: 'answer.heard' });
    await settled();
  });
  expect([titleOfFault(), isShown(), asked()]).toEqual([null, true, 3]);
});

test('all parts that could not be loaded while the server was away are loaded once it is back', async () => {
  let isAway = true;
  const asked: string[] = [];
  const partOf = (name: string) =>
    lazyPart(async () => {
      asked.push(name);
      if (isAway) throw new TypeError('Failed to fetch');
      return Content;
    });
  const parts = ['Head', 'People', 'Signatures', 'Notes', 'Pictures'].map((name) => ({ name, Part: partOf(name) }));
  const { actum } = bounded(
    <Suspense>
      {parts.map(({ name, Part }) => (
        <Part key={name} text={name} />
      ))}
    </Suspense>,
    () => (isAway ? silent() : answering()),
  );
  await act(settled);
  expect(titleOfFault()).toBe('The server cannot be reached. Trying again automatically.');
  isAway = false;
  asked.length = 0;
  await act(async () => {
    actum.reach.send({ type: 'answer.heard' });
    await settled();
  });
  await act(settled);
  expect([titleOfFault(), asked.toSorted(), parts.filter(({ name }) => screen.queryByText(name) === null)]).toEqual([
    null,
    ['Head', 'Notes', 'People', 'Pictures', 'Signatures'],
    [],
  ]);
});

test('a screen stays while a part that comes after it cannot be loaded, and gets it once the server is back', async () => {
  let asked = 0;
  const Part = laterPart(
    async () => {
      asked += 1;
      if (asked <= 4) throw new TypeError('Failed to fetch');
      return Content;
    },
    () => <p>Meanwhile</p>,
  );
  const { actum } = bounded(<Part text="The comments" />, silent);
  const shown = () => ['Meanwhile', 'The comments'].filter((text) => screen.queryByText(text) !== null);
  await waitFor(() => expect(asked).toBe(2));
  const states = [shown()];
  for (const times of [4, 5]) {
    await act(async () => {
      actum.reach.send({ type: 'silence.met', by: 'call' });
      await settled();
      actum.reach.send({ type: 'answer.heard' });
      await settled();
    });
    await waitFor(() => expect(asked).toBe(times));
    await act(settled);
    states.push(shown());
  }
  expect([states, titleOfFault()]).toEqual([[['Meanwhile'], ['Meanwhile'], ['The comments']], null]);
});

test('a part that cannot be loaded although the server answers is not asked for again and again', async () => {
  const { asked, isShown } = await unavailable(Number.POSITIVE_INFINITY, answering);
  expect([titleOfFault(), isShown(), asked()]).toEqual(['This screen has stopped working', false, 2]);
});

test('data that a screen needs and could not load is requested again in the same way as its code', async () => {
  let asked = 0;
  const needs = later(async () => {
    asked += 1;
    if (asked <= 2) throw new TypeError('Failed to fetch');
    return 'The act';
  });
  const { actum } = await act(async () =>
    bounded(
      <Suspense>
        <Needing needs={needs} />
      </Suspense>,
      silent,
    ),
  );
  await act(settled);
  expect([titleOfFault(), asked]).toEqual(['The server cannot be reached. Trying again automatically.', 2]);
  await act(async () => {
    actum.reach.send({ type: 'answer.heard' });
    await settled();
  });
  await act(settled);
  expect([titleOfFault(), screen.queryByText('The act') !== null, asked]).toEqual([null, true, 3]);
});

test('a fault is shown as a fault even while the server is away, and is not retried when it is back', async () => {
  const { actum, caught } = bounded(<Faulty />, silent);
  const titles: unknown[] = [];
  for (const heard of [{ type: 'silence.met', by: 'call' }, { type: 'answer.heard' }] as const) {
    await act(async () => {
      actum.reach.send(heard);
      await settled();
    });
    titles.push(titleOfFault());
  }
  expect([titles, caught.map(String)]).toEqual([
    ['This screen has stopped working', 'This screen has stopped working'],
    ['Error: No such row'],
  ]);
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

test('a part that was loaded while the browser was idle is there as soon as it is mounted', async () => {
  let asked = 0;
  const Late = preloadedPart(async () => {
    asked += 1;
    return Content;
  });
  const { rerender } = render(<Late mounted={false} text="Sure?" />);
  await waitFor(() => expect(asked).toBe(1));
  await act(settled);
  rerender(<Late mounted text="Sure?" />);
  expect(screen.getByText('Sure?')).toBeDefined();
});

test('whatever waits for code is tried again as soon as any code has loaded', async () => {
  const never = new Promise<string>(() => undefined);
  let tries = 0;
  const needs = () => {
    tries += 1;
    return never;
  };
  await act(async () =>
    render(
      <Arriving fallback="Loading">
        <Needing needs={needs} />
      </Arriving>,
    ),
  );
  const before = tries;
  await act(async () => announce(Promise.reject(new Error('No connection'))));
  const afterFailure = tries;
  await act(async () => announce(Promise.resolve()));
  expect([screen.getByText('Loading').isConnected, afterFailure, tries > before]).toEqual([true, before, true]);
});
