import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '../../src/ui/Button.tsx';

afterEach(cleanup);
const REASON = '3 rows have errors. Correct them in the file, or delete those rows here.';

function open(state: { readonly blocked?: string; readonly loading?: boolean }) {
  const [pressed, submitted] = [vi.fn(), vi.fn((event: SubmitEvent) => event.preventDefault())];
  render(
    <form onSubmit={(event) => submitted(event.nativeEvent as SubmitEvent)}>
      <Button type="submit" onClick={pressed} {...state}>
        Check numbers
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Check numbers' });
  return { button, counts: () => ({ pressed: pressed.mock.calls.length, submitted: submitted.mock.calls.length }) };
}
const described = (button: HTMLElement) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? null;

test('a blocked button can be reached, says why it is blocked, and does nothing', async () => {
  const { button, counts } = open({ blocked: REASON });
  await act(async () => button.focus());
  await act(async () => void fireEvent.click(button));
  expect({
    focused: document.activeElement === button,
    off: [button.getAttribute('aria-disabled'), button.hasAttribute('disabled')],
    described: described(button),
    counts: counts(),
  }).toEqual({ focused: true, off: ['true', false], described: REASON, counts: { pressed: 0, submitted: 0 } });
});

test('an action under way keeps the focus and cannot be pressed twice', async () => {
  const { button, counts } = open({ loading: true });
  await act(async () => button.focus());
  await act(async () => void fireEvent.click(button));
  expect({
    focused: document.activeElement === button,
    busy: [button.getAttribute('aria-busy'), button.getAttribute('aria-disabled')],
    counts: counts(),
  }).toEqual({ focused: true, busy: ['true', 'true'], counts: { pressed: 0, submitted: 0 } });
});

test('a button that is not blocked can be pressed', async () => {
  const { button, counts } = open({});
  await act(async () => void fireEvent.click(button));
  expect({ described: described(button), counts: counts() }).toEqual({ described: null, counts: { pressed: 1, submitted: 1 } });
});
