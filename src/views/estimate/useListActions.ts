import { useCallback } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ListCosts, VersionSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { useAsk } from '../changing.ts';
import { listTitle } from '../figures.tsx';
import { useOpenPast } from '../history/useOpenPast.ts';
import type { MenuAction } from '../menus.tsx';
import { paths, useGo } from '../routing.tsx';
import type { ListChanges } from './needs.ts';

export type ListChanging = ActorRefFrom<ListChanges>;

interface ListsShown {
  readonly changes: ListChanging;
  readonly summary: Pick<VersionSummary, 'costs' | 'project_id' | 'version_id'>;
  /** Why nothing can be edited; null while it can. */
  readonly blocked: string | null;
}

/** The actions on a whole list of the estimate. */
export function useListActions({ changes, summary: { costs, project_id, version_id }, blocked }: ListsShown) {
  const go = useGo();
  const openPast = useOpenPast();
  const { open, make } = useAsk(changes);
  const add = useCallback(() => open({ kind: 'creation' }), [open]);
  /** Moves it by one; does nothing at an end, or while nothing can be edited. */
  const move = useCallback(
    (list: ListCosts, by: 1 | -1) => {
      const from = costs.findIndex(({ id }) => id === list.id);
      const to = from + by;
      if (blocked !== null || to < 0 || to >= costs.length) return;
      const after = by === 1 ? costs[to] : costs[from - 2];
      make({ kind: 'move', list, afterId: after?.id ?? null }, null);
    },
    [make, costs, blocked],
  );
  const actionsOf = useCallback(
    (list: ListCosts): readonly MenuAction[] => [
      { id: 'open', label: m.lists_open(), run: () => go(paths.list(project_id, version_id, list.id)) },
      { id: 'rename', label: m.lists_rename(), run: () => open({ kind: 'rename', list }), blocked },
      ...(list.id === costs[0]?.id ? [] : [{ id: 'up', label: m.lists_move_up(), run: () => move(list, -1), blocked }]),
      ...(list.id === costs.at(-1)?.id ? [] : [{ id: 'down', label: m.lists_move_down(), run: () => move(list, 1), blocked }]),
      {
        id: 'past',
        label: m.history(),
        run: () => openPast({ projectId: project_id, of: 'list', id: list.id, name: listTitle(list.title) }),
      },
      { id: 'delete', label: m.lists_delete(), destructive: true, run: () => open({ kind: 'deletion', list }), blocked },
    ],
    [costs, project_id, version_id, blocked, open, move, go, openPast],
  );
  return { add, move, actionsOf };
}
