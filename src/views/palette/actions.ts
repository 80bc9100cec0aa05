import { createContext, useContext, useEffect, useId } from 'react';
import { ActionStore, type ScreenAction } from '../../machines/palette/actionStore.ts';
import type { OfferedAction } from '../../machines/palette/types.ts';

export const ActionsContext = createContext(new ActionStore());

/** Offers the actions of a component to the palette while the component is mounted. */
export function useScreenActions(actions: readonly ScreenAction[], group: OfferedAction['group'] = 'here'): void {
  const store = useContext(ActionsContext);
  const owner = useId();
  useEffect(() => store.offer(owner, group, actions));
  useEffect(() => () => store.withdraw(owner), [store, owner]);
}
