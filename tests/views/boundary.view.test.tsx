import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ActumProvider } from '../../src/views/actum.tsx';
import { Link, Route, Router, Routes } from '../../src/views/routing.tsx';
import { Boundary } from '../../src/views/shell/Boundary.tsx';
import { stageFor } from './stage.tsx';

afterEach(cleanup);

let isBroken = true;
function Screen() {
  if (isBroken) throw new Error('of the screen');
  return <p>The estimate</p>;
}

/** A screen in its shell, broken from the start, and the errors React passes to the root. */
async function open() {
  isBroken = true;
  const { actum } = await stageFor('nobody', '/project/5');
  const reported: unknown[] = [];
  render(
    <ActumProvider actum={actum}>
      <Router>
        <nav>
          <Link to="/act/7">Act 7</Link>
        </nav>
        <Boundary>
          <Routes>
            <Route path="/project/:id" element={<Screen />} />
            <Route path="/act/:id" element={<p>The act</p>} />
            <Route path="/projects" element={<p>All projects</p>} />
          </Routes>
        </Boundary>
      </Router>
    </ActumProvider>,
    { onCaughtError: (error) => reported.push(error) },
  );
  return reported;
}
const shown = () => ({
  alert: screen.queryByRole('alert')?.querySelector('h2')?.textContent ?? null,
  rest: screen.queryByRole('link', { name: 'Act 7' }) !== null,
  content: screen.queryByText(/^(The|All) /, { selector: 'p:not([role="alert"] *)' })?.textContent ?? null,
});
const press = (role: 'button' | 'link', name: string) => act(async () => void fireEvent.click(screen.getByRole(role, { name })));

test('a broken screen says so in its place, the rest stays, and the error is reported', async () => {
  const reported = await open();
  expect({ ...shown(), reported: reported.map(String) }).toEqual({
    alert: 'This screen has stopped working',
    rest: true,
    content: null,
    reported: ['Error: of the screen'],
  });
});

test('trying again shows the screen when it works, and the message again when it does not', async () => {
  const reported = await open();
  await press('button', 'Try again');
  expect({ ...shown(), reported: reported.length }).toEqual({
    alert: 'This screen has stopped working',
    rest: true,
    content: null,
    reported: 2,
  });
  isBroken = false;
  await press('button', 'Try again');
  expect(shown()).toEqual({ alert: null, rest: true, content: 'The estimate' });
});

test.each([
  ['Go to your projects', 'All projects'],
  ['Act 7', 'The act'],
])('going elsewhere by “%s” leaves the broken screen behind', async (link, content) => {
  await open();
  await press('link', link);
  expect(shown()).toEqual({ alert: null, rest: true, content });
});
