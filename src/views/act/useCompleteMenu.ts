import { type MouseEvent, useCallback } from 'react';
import { m } from '../../messages/messages.ts';
import { useOpenContextMenu } from '../actum.tsx';
import { useAct } from './context.ts';

const WIDTH = 240;

/** The menu at the pointer, or from the keyboard's menu key, on a list: what completes it. Nothing opens where nothing can be typed. */
export function useCompleteMenu() {
  const { standing, completing } = useAct();
  const openMenu = useOpenContextMenu();
  return useCallback(
    (event: MouseEvent, list: { readonly id: number; readonly name: string } | undefined) => {
      if (list === undefined || standing.lockedBy !== null || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      const byKey = event.button !== 2 && event.detail === 0 && event.clientX === 0;
      const box = (event.target as Element).getBoundingClientRect();
      const what = { listId: list.id, name: list.name };
      openMenu({
        pageX: byKey ? box.left : event.pageX,
        pageY: byKey ? box.bottom : event.pageY,
        width: WIDTH,
        options: [
          { id: 'all', label: m.act_complete_list() },
          { id: 'part', label: m.act_complete_list_to() },
        ],
        onChosen: (id) => (id === 'all' ? completing.complete(what) : completing.ask(what)),
      });
    },
    [standing.lockedBy, completing, openMenu],
  );
}
