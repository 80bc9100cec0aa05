import type { Version } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useChanging } from '../changing.ts';
import { shownMoney } from '../figures.tsx';
import { NameDialog } from '../NameDialog.tsx';
import { useEmitted } from '../reading.ts';
import { useReloadSidebar } from '../shell/AppShell.tsx';
import type { VersionChange, VersionChanged } from './needs.ts';
import type { VersionChanging } from './useVersionActions.ts';

/** A copy of a version with acts has no work done until that is carried into it. */
function duplicationLead({ number, acts, carried_from, claimed }: Version, currency: string): string {
  const lead = m.versions_duplicate_lead({ number });
  if (acts.length === 0 && carried_from === null) return lead;
  return `${lead} ${m.versions_duplicate_done({ number, amount: `${shownMoney(claimed)} ${currency}` })}`;
}

function wordsOf(change: VersionChange | null, currency: string) {
  switch (change?.kind) {
    case 'duplication':
      return {
        title: m.versions_duplicate({ number: change.version.number }),
        lead: duplicationLead(change.version, currency),
        action: m.versions_create(),
      };
    case 'rename':
      return {
        title: m.versions_rename({ number: change.version.number }),
        initial: change.version.name,
        action: m.action_rename(),
      };
    default:
      return { title: m.versions_new(), lead: m.project_start_empty_why(), action: m.versions_create() };
  }
}

interface VersionDialogsProps {
  readonly changes: VersionChanging;
  readonly currency: string;
  readonly onChanged: (changed: VersionChanged) => void;
}

/** The dialogs that rename and delete a version. */
export function VersionDialogs({ changes, currency, onChanged }: VersionDialogsProps) {
  const { change, isOpen, busy, problem, submit, close } = useChanging(changes);
  const reloadSidebar = useReloadSidebar();
  useEmitted(changes, 'form.accepted', ({ output }) => {
    reloadSidebar();
    onChanged(output);
  });
  const doomed = change?.kind === 'deletion' ? change.version : null;
  return (
    <>
      <NameDialog
        open={isOpen && doomed === null}
        {...wordsOf(change, currency)}
        label={m.versions_name()}
        placeholder={m.versions_name_example()}
        note={m.versions_name_note()}
        busy={busy}
        problem={problem}
        onSubmit={submit}
        onClose={close}
      />
      <ConfirmDialog
        open={isOpen && doomed !== null}
        title={m.versions_delete_title({ number: doomed?.number ?? '' })}
        description={doomed ? m.versions_delete_why({ amount: `${shownMoney(doomed.price)} ${currency}` }) : ''}
        busy={busy}
        problem={problem}
        onConfirm={() => submit(null)}
        onClose={close}
      />
    </>
  );
}
