import { useEffect } from 'react';
import type { VersionSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useShowNotice } from '../actum.tsx';
import { useChanging } from '../changing.ts';
import { listTitle, shownMoney } from '../figures.tsx';
import { NameDialog } from '../NameDialog.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted } from '../reading.ts';
import { paths, useGo } from '../routing.tsx';
import { useReloadSidebar } from '../shell/AppShell.tsx';
import styles from './estimate.module.css';
import type { ListChange } from './needs.ts';
import { type ListChanging, useListActions } from './useListActions.ts';

interface ListChangesProps {
  readonly changes: ListChanging;
  readonly summary: VersionSummary;
  readonly currency: string;
  /** The open list, or null. */
  readonly listId: number | null;
  readonly blocked: string | null;
}

const isNaming = (change: ListChange | null) => change?.kind === 'creation' || change?.kind === 'rename';

/** Adds a list, and opens the dialogs that rename or delete one. */
export function ListChanges({ changes, summary, currency, listId, blocked }: ListChangesProps) {
  const { change, isOpen, busy, problem, submit, close } = useChanging(changes);
  const { add, actionsOf } = useListActions({ changes, summary, blocked });
  const go = useGo();
  const showNotice = useShowNotice();
  const reloadSidebar = useReloadSidebar();
  const { project_id, version_id } = summary;
  useEmitted(changes, 'form.accepted', ({ output }) => {
    if (output.change.kind === 'creation') go(paths.list(project_id, version_id, output.listId));
    else if (output.change.kind === 'deletion' && output.listId === listId) go(paths.estimate(project_id, version_id));
    if (output.change.kind === 'creation' || output.change.kind === 'deletion') reloadSidebar();
  });
  const isRefusedMove = change?.kind === 'move' && problem !== null;
  useEffect(() => {
    if (!isRefusedMove) return;
    showNotice(problem);
    changes.send({ type: 'dialog.closed' });
  }, [isRefusedMove, problem, changes, showNotice]);
  const current = summary.costs.find(({ id }) => id === listId);
  const onCurrent = current ? actionsOf(current).filter(({ id }) => id === 'rename' || id === 'delete') : [];
  useScreenActions([
    { name: m.lists_add(), run: add, blocked },
    ...onCurrent.map(({ label, run, blocked: reason = null }) => ({ name: label, run, blocked: reason })),
  ]);
  const doomed = change?.kind === 'deletion' ? change.list : null;
  return (
    <>
      <span className={styles.addList}>
        <Button kind="func" size="small" icon="plus" blocked={blocked} onClick={add}>
          <span className="sr-only-phone">{m.lists_add()}</span>
        </Button>
      </span>
      <NameDialog
        open={isOpen && isNaming(change)}
        title={change?.kind === 'rename' ? m.lists_rename() : m.lists_add()}
        label={m.lists_name()}
        initial={change?.kind === 'rename' ? change.list.title : ''}
        placeholder={m.lists_name_example()}
        note={m.lists_name_note({ untitled: m.list_untitled() })}
        action={change?.kind === 'rename' ? m.action_rename() : m.lists_add()}
        busy={busy}
        problem={problem}
        onSubmit={submit}
        onClose={close}
      />
      <ConfirmDialog
        open={isOpen && doomed !== null}
        title={m.estimate_delete_title({ name: listTitle(doomed?.title ?? '') })}
        description={doomed ? m.lists_delete_why({ amount: `${shownMoney(doomed.total)} ${currency}` }) : ''}
        busy={busy}
        problem={problem}
        onConfirm={() => submit(null)}
        onClose={close}
      />
    </>
  );
}
