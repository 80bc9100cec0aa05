import { type MouseEvent, useCallback, useMemo } from 'react';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/Button.tsx';
import { textWidth } from '../ui/textWidth.ts';
import { useOpenContextMenu, useShowNotice } from './actum.tsx';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  readonly destructive?: boolean;
  /** Why the action is blocked and how to unblock it; null or absent while it is possible. */
  readonly blocked?: string | null;
}

/** Runs the chosen action, or says why it is blocked. */
export function useChoose(): (actions: readonly MenuAction[], id: string) => void {
  const showNotice = useShowNotice();
  return useCallback(
    (actions, id) => {
      const action = actions.find((each) => each.id === id);
      if (action === undefined) return;
      if (action.blocked == null) action.run();
      else showNotice(action.blocked);
    },
    [showNotice],
  );
}

/** In px. The widest menu fits a phone. */
const [NARROWEST, WIDEST] = [200, 340];
/** In px: the size of a label, and the space beside it. */
const [SIZE, BESIDE] = [13, 28];
const widthOf = (actions: readonly MenuAction[]): number =>
  Math.min(WIDEST, Math.max(NARROWEST, ...actions.map(({ label }) => Math.ceil(textWidth(label, SIZE)) + BESIDE)));

interface ActionsMenu {
  /** At the pointer, or under the element when the keyboard opens it. */
  readonly openFor: (event: MouseEvent, actions: readonly MenuAction[]) => void;
  readonly openAt: (place: { readonly pageX: number; readonly pageY: number }, actions: readonly MenuAction[]) => void;
}

/** The actions of an element in the menu at the pointer. */
export function useActionsMenu(): ActionsMenu {
  const openMenu = useOpenContextMenu();
  const choose = useChoose();
  const openAt = useCallback<ActionsMenu['openAt']>(
    (place, actions) =>
      openMenu({
        ...place,
        width: widthOf(actions),
        options: actions.map(({ id, label, destructive = false, blocked = null }) => ({
          id,
          label,
          destructive,
          locked: blocked !== null,
        })),
        onChosen: (id) => choose(actions, id),
      }),
    [openMenu, choose],
  );
  const openFor = useCallback<ActionsMenu['openFor']>(
    (event, actions) => {
      if (actions.length === 0 || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      const byKey = event.button !== 2 && event.detail === 0 && event.clientX === 0;
      const box = (event.target as Element).getBoundingClientRect();
      openAt(byKey ? { pageX: box.left, pageY: box.bottom } : { pageX: event.clientX, pageY: event.clientY }, actions);
    },
    [openAt],
  );
  return useMemo(() => ({ openFor, openAt }), [openFor, openAt]);
}

interface ActionsButtonProps {
  /** The name of the element the actions apply to. */
  readonly name: string;
  readonly actions: readonly MenuAction[];
  readonly tabIndex?: number;
}

/** A button of three dots with the actions of the element beside it. */
export function ActionsButton({ name, actions, tabIndex = 0 }: ActionsButtonProps) {
  const { openAt } = useActionsMenu();
  const open = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    openAt({ pageX: left, pageY: bottom }, actions);
  };
  return (
    <Button
      kind="ghost"
      size="extra-small"
      icon="more"
      aria-haspopup="menu"
      aria-label={m.action_more_for({ name })}
      tabIndex={tabIndex}
      onClick={open}
    />
  );
}
