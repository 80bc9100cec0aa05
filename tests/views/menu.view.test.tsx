import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Button } from '../../src/ui/Button.tsx';
import { Menu } from '../../src/ui/Menu.tsx';

afterEach(cleanup);

const options = [
  { key: 'first', label: 'Rename' },
  { key: 'off', label: 'Copy', blocked: 'There is nothing to copy' },
  { key: 'last', label: 'Delete', danger: true },
];
let chosen: string[] = [];
function shown(button = <Button>Actions</Button>): HTMLElement {
  chosen = [];
  render(<Menu trigger={button} options={options} onChoose={(key) => chosen.push(key)} />);
  return screen.getByRole('button', { name: 'Actions' });
}
const key = (name: string) => (button: HTMLElement) => fireEvent.keyDown(button, { key: name });
const focused = () => document.activeElement?.textContent;

test('a press elsewhere closes it even before its options are there', async () => {
  const button = shown();
  const expanded = () => button.getAttribute('aria-expanded');
  fireEvent.mouseDown(button, { button: 0 });
  expect(expanded()).toBe('true');
  fireEvent.pointerDown(document.body);
  expect(expanded()).toBe('false');
  await import('../../src/ui/MenuPopup.tsx');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test.each([
  ['Enter', (button: HTMLElement) => fireEvent.click(button, { detail: 0 }), 'Rename'],
  ['the arrow down', key('ArrowDown'), 'Rename'],
  ['the arrow up', key('ArrowUp'), 'Delete'],
])('%s opens it at an option, and its button has the focus again once it is closed', async (_, press, option) => {
  const button = shown();
  button.focus();
  press(button);
  await waitFor(() => expect(focused()).toBe(option));
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'true']);
  expect(screen.getByRole('menu').id).toBe(button.getAttribute('aria-controls'));
  expect(screen.getByRole('menu', { name: 'Actions' })).toBeDefined();
  fireEvent.keyDown(document.activeElement ?? button, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect([screen.queryByRole('menu'), button.getAttribute('aria-expanded')]).toEqual([null, 'false']);
});

test('the focus stays on its option when the menu is rendered again', async () => {
  const menu = (label: string) => (
    <Menu trigger={<Button>Actions</Button>} options={[...options, { key: 'more', label }]} onChoose={() => {}} />
  );
  const { rerender } = render(menu('One'));
  key('ArrowDown')(screen.getByRole('button', { name: 'Actions' }));
  await waitFor(() => expect(focused()).toBe('Rename'));
  screen.getByRole('menuitem', { name: 'Delete' }).focus();
  rerender(menu('Two'));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  expect([focused(), screen.queryByRole('menuitem', { name: 'Two' }) !== null]).toEqual(['Delete', true]);
});

test('Tab closes it and moves on from its button', async () => {
  const button = shown();
  button.focus();
  key('ArrowDown')(button);
  await waitFor(() => expect(focused()).toBe('Rename'));
  fireEvent.keyDown(document.activeElement ?? button, { key: 'Tab' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('pressing the left mouse button opens it without focusing an option, and another mouse button does not open it', async () => {
  const button = shown();
  fireEvent.mouseDown(button, { button: 2 });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.mouseDown(button, { button: 0 });
  const menu = await screen.findByRole('menu');
  fireEvent.click(button, { detail: 1 });
  await waitFor(() => expect(document.activeElement).toBe(menu));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(chosen).toEqual(['last']);
});

test.each([
  ['blocked', { blocked: 'Not now' }],
  ['at work', { loading: true }],
])('the button of a menu that is %s opens nothing', (_, off) => {
  const button = shown(<Button {...off}>Actions</Button>);
  fireEvent.mouseDown(button, { button: 0 });
  fireEvent.click(button);
  key('ArrowDown')(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('a button that becomes blocked keeps the focus, and says why in place of its tooltip', () => {
  const { rerender } = render(<Button tip="Undo: new list">Undo</Button>);
  const button = screen.getByRole('button');
  button.focus();
  rerender(
    <Button tip="Undo: new list" blocked="There is nothing to undo">
      Undo
    </Button>,
  );
  expect(document.activeElement).toBe(button);
  expect([button.dataset.tip, button.getAttribute('aria-disabled')]).toEqual(['There is nothing to undo', 'true']);
});
