import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { KeptFocus } from '../../src/ui/KeptFocus.tsx';
import { PointerMenu } from '../../src/ui/MenuPopup.tsx';
import { Palette } from '../../src/ui/Palette.tsx';
import { Shell, useFolding } from '../../src/ui/Shell.tsx';
import { settled } from '../model/world.ts';

afterEach(cleanup);

const nothing = () => undefined;
const press = (element: HTMLElement) =>
  act(async () => {
    element.focus();
    fireEvent.click(element);
    await settled();
  });
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

interface NamingProps {
  /** Its field takes the focus as soon as it is there, as most do. */
  readonly takesAtOnce?: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}
const Naming = ({ takesAtOnce = false, open, onClose }: NamingProps) => (
  <Dialog open={open} title="Rename" onClose={onClose} actions={<button type="button">Save</button>}>
    <input aria-label="name" autoFocus={takesAtOnce} />
  </Dialog>
);

const asTable = (openMenu: () => void) => ({ role: 'grid', onContextMenu: openMenu });
const CELL = { role: 'gridcell' };

/** A table whose cell has a menu, from which a dialog is opened. */
function FromMenu() {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <main>
      <div {...asTable(() => setAt({ x: 1, y: 1 }))}>
        {['Sand', 'Gravel'].map((cell, index) => (
          <div key={cell} {...CELL} tabIndex={index === 0 ? 0 : -1}>
            {cell}
          </div>
        ))}
      </div>
      <PointerMenu
        at={at}
        options={[{ key: 'rename', label: 'Rename list' }]}
        onChoose={() => {
          setAt(null);
          setOpen(true);
        }}
        onClose={() => setAt(null)}
      />
      <Naming open={open} onClose={() => setOpen(false)} />
      <KeptFocus />
    </main>
  );
}

async function openFromMenu(cell: string): Promise<void> {
  await act(async () => {
    screen.getByText(cell).focus();
    fireEvent.contextMenu(screen.getByText(cell));
    await settled();
  });
  const option = await screen.findByRole('menuitem', { name: 'Rename list' });
  await expect.poll(() => document.activeElement?.closest('[role=menu]')).not.toBeNull();
  await act(async () => {
    fireEvent.click(option);
    await settled();
  });
  await expect.poll(focused).toBe('name');
}
const pressEscape = () =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await settled();
  });

test('a dialog opened from a menu gives the focus to the cursor of the table whose cell opened the menu', async () => {
  render(<FromMenu />);
  await openFromMenu('Sand');
  await pressEscape();
  await expect.poll(focused).toBe('Sand');
});

function FromPalette() {
  const [open, setOpen] = useState(false);
  const [naming, setNaming] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Find
      </button>
      <Palette
        open={open}
        title="Palette"
        placeholder=""
        listLabel="found"
        text=""
        groups={[]}
        highlighted="rename"
        found=""
        remark={null}
        foot={null}
        onText={nothing}
        onMove={nothing}
        onPoint={nothing}
        onChoose={() => {
          setOpen(false);
          setNaming(true);
        }}
        onClose={() => setOpen(false)}
        onClosed={nothing}
      />
      <Naming takesAtOnce open={naming} onClose={() => setNaming(false)} />
      <KeptFocus />
    </main>
  );
}

test('a dialog chosen in the palette keeps the focus, and gives it to what had it before the palette', async () => {
  render(<FromPalette />);
  await press(screen.getByText('Find'));
  await expect.poll(focused).toBe('Palette');
  await act(async () => {
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
    await settled();
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(focused()).toBe('name');
  await pressEscape();
  await expect.poll(focused).toBe('Find');

  await press(screen.getByText('Find'));
  await expect.poll(focused).toBe('Palette');
  await pressEscape();
  await expect.poll(focused).toBe('Find');
});

/** Two dialogs: a first that was opened and closed, and a second whose opener goes while it is open. */
function Removal() {
  const [tokens, setTokens] = useState(['old', 'new']);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <main>
      <button type="button" onClick={() => setOpen('make')}>
        Make
      </button>
      <ul>
        {tokens.map((token) => (
          <li key={token}>
            <button type="button" onClick={() => setOpen(token)}>
              Withdraw {token}
            </button>
          </li>
        ))}
      </ul>
      {['make', 'old', 'new'].map((of) => (
        <Dialog
          key={of}
          open={open === of}
          title={of}
          onClose={() => setOpen(null)}
          actions={
            <button
              type="button"
              onClick={() => {
                setTokens(tokens.filter((token) => token !== of));
                setOpen(null);
              }}
            >
              Yes, {of}
            </button>
          }
        />
      ))}
      <KeptFocus />
    </main>
  );
}

test('when the opener of a dialog has disappeared, its neighbour takes the focus, not the opener of an earlier dialog', async () => {
  render(<Removal />);
  await press(screen.getByText('Make'));
  await pressEscape();
  await expect.poll(focused).toBe('Make');
  await press(screen.getByText('Withdraw old'));
  await press(await screen.findByText('Yes, old'));
  await expect.poll(focused).toBe('Withdraw new');
});

test('a heading that replaces the removed element takes the focus before any neighbour, even if it was there before the focus was lost', async () => {
  const page = (isGone: boolean, isAsking: boolean) => (
    <main>
      <div>
        <button type="button">Print</button>
        {isAsking && <button type="button">Create link</button>}
      </div>
      {isGone && <EmptyState isInstead title="Act not found" />}
      <KeptFocus />
    </main>
  );
  const { rerender } = render(page(false, true));
  screen.getByText('Create link').focus();
  rerender(page(true, true));
  expect(focused()).toBe('Create link');
  rerender(page(true, false));
  await expect.poll(focused).toBe('Act not found');
});

test('the last comment of a panel leaves its focus to the heading of the panel', async () => {
  const page = (hasComments: boolean) => (
    <main>
      <h2>Walls</h2>
      <aside>
        <h2>Comments on Sand</h2>
        <div>
          {hasComments && (
            <ol>
              <li>
                <button type="button">Delete</button>
              </li>
            </ol>
          )}
        </div>
      </aside>
      <KeptFocus />
    </main>
  );
  const { rerender } = render(page(true));
  screen.getByText('Delete').focus();
  rerender(page(false));
  await expect.poll(focused).toBe('Comments on Sand');
});

const part = Promise.withResolvers<string>();
const Part = () => <p>{use(part.promise)}</p>;
function Arriving() {
  const [shows, setShows] = useState(false);
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Shell brand="Actum" title="Estimate" folding={useFolding(true)} arrived>
        <button type="button" onClick={() => setShows(true)}>
          Show
        </button>
        {shows && <Part />}
      </Shell>
    </Suspense>
  );
}

test('a screen hidden while a part of it is loaded has the focus again when it is shown', async () => {
  render(<Arriving />);
  const main = screen.getByRole('main');
  expect(document.activeElement).toBe(main);
  await act(async () => fireEvent.click(screen.getByText('Show')));
  // A browser takes the focus away from a hidden element.
  main.blur();
  await act(async () => {
    part.resolve('Part');
    await part.promise;
  });
  expect(screen.getByText('Part')).toBeDefined();
  expect(document.activeElement).toBe(main);
});
