import { act, fireEvent, screen } from '@testing-library/react';
import { settled } from '../model/world.ts';

const settle = (does: () => void) =>
  act(async () => {
    does();
    await settled();
  });

/** A choice in one of the menus of the frame: of the team one is in, or of one's account. */
export async function chooseIn(menu: string, option: string): Promise<void> {
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: menu })));
  const item = await screen.findByRole('menuitem', { name: option });
  await settle(() => void fireEvent.click(item));
}
/** What is chosen in it. */
export async function chosenIn(menu: string, options: readonly string[]): Promise<readonly string[]> {
  await settle(() => void fireEvent.click(screen.getByRole('button', { name: menu })));
  const items = await screen.findAllByRole('menuitem');
  const chosen = items.flatMap(({ textContent, ariaCurrent }) =>
    ariaCurrent === 'true' && options.includes(textContent) ? [textContent] : [],
  );
  await settle(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
  return chosen;
}
