import { act, fireEvent, screen } from '@testing-library/react';
import { settled } from '../model/world.ts';

const settle = (does: () => void) =>
  act(async () => {
    does();
    await settled();
  });

/** Chooses an option in a menu of the shell: the active team's, or the account's. */
export async function chooseIn(menu: string, option: string): Promise<void> {
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: menu })));
  const item = await screen.findByRole('menuitem', { name: option });
  await settle(() => void fireEvent.click(item));
}
/** The chosen options of a menu. */
export async function chosenIn(menu: string, options: readonly string[]): Promise<readonly string[]> {
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: menu })));
  const items = await screen.findAllByRole('menuitem');
  const chosen = items.flatMap(({ textContent, ariaCurrent }) =>
    ariaCurrent === 'true' && options.includes(textContent) ? [textContent] : [],
  );
  await settle(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
  return chosen;
}
