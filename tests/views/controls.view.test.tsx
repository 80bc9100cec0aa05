import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Button } from '../../src/ui/Button.tsx';
import { Checkbox } from '../../src/ui/Checkbox.tsx';
import { Popup } from '../../src/ui/Popup.tsx';

afterEach(cleanup);

function Days() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popup trigger={<Button>Choose</Button>} label="Days" open={isOpen} onOpenChange={setIsOpen}>
      <button type="button">Before</button>
      <button type="button" tabIndex={-1}>
        1
      </button>
      <button type="button">2</button>
    </Popup>
  );
}

async function opened(): Promise<HTMLElement> {
  render(<Days />);
  const button = screen.getByRole('button', { name: 'Choose' });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole('dialog', { name: 'Days' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  return button;
}

test('Tab stays in a popup; Escape closes it, and its button has the focus again', async () => {
  const button = await opened();
  const [before, , last] = ['Before', '1', '2'].map((name) => screen.getByRole('button', { name }));
  last?.focus();
  fireEvent.keyDown(last as HTMLElement, { key: 'Tab' });
  expect(document.activeElement).toBe(before);
  fireEvent.keyDown(before as HTMLElement, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(last);
  fireEvent.keyDown(last as HTMLElement, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect([screen.queryByRole('dialog'), button.getAttribute('aria-expanded')]).toEqual([null, 'false']);
});

test('pressing its button closes a popup, and does not open it again', async () => {
  const button = await opened();
  fireEvent.pointerDown(button);
  fireEvent.mouseDown(button);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('a box for several items stays mixed until its owner decides', () => {
  const asked: boolean[] = [];
  const box = (
    <Checkbox checked={false} mixed onChange={(checked) => asked.push(checked)}>
      All lists
    </Checkbox>
  );
  const { rerender } = render(box);
  const input = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All lists' });
  expect(input.indeterminate).toBe(true);
  fireEvent.click(input);
  rerender(box);
  expect([asked, input.indeterminate, input.checked]).toEqual([[true], true, false]);
  rerender(
    <Checkbox checked onChange={(checked) => asked.push(checked)}>
      All lists
    </Checkbox>,
  );
  expect([input.indeterminate, input.checked]).toEqual([false, true]);
});
