import { type MouseEvent, useCallback } from 'react';
import { m } from '../../messages/messages.ts';
import { type MenuAction, useActionsMenu } from '../menus.tsx';
import { useAct } from './context.ts';

/** The menu of a list that completes it, at the pointer or from the keyboard's menu key. */
export function useCompleteMenu() {
  const { restrictions, completing } = useAct();
  const { openFor } = useActionsMenu();
  return useCallback(
    (event: MouseEvent, list: { readonly id: number; readonly name: string } | undefined, more: readonly MenuAction[] = []) => {
      if (list === undefined) return;
      const what = { listId: list.id, name: list.name };
      const blocked = restrictions.editBlockedBy;
      openFor(event, [
        { id: 'all', label: m.act_complete_list(), run: () => completing.complete(what), blocked },
        { id: 'part', label: m.act_complete_list_to(), run: () => completing.ask(what), blocked },
        ...more,
      ]);
    },
    [restrictions.editBlockedBy, completing, openFor],
  );
}
