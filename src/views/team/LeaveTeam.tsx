import { m } from '../../messages/messages.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { useCompany, useProfile } from '../actum.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { paths, useGo } from '../routing.tsx';

interface LeaveTeamProps {
  readonly open: boolean;
  readonly onClose: (reason: CloseReason) => void;
}

/** Asks for confirmation before a person leaves their active team. */
export function LeaveTeam({ open, onClose }: LeaveTeamProps) {
  const { team } = useCompany();
  const profile = useProfile();
  const go = useGo();
  const { sentence, isBusy, submit } = useForm(usePeople().leaveTeam, () => {
    onClose('other');
    go(paths.projects);
  });
  return (
    <ConfirmDialog
      open={open}
      title={m.team_leave_question({ team: team?.name ?? '' })}
      description={m.team_leave_why()}
      action={m.team_leave()}
      busy={isBusy}
      problem={sentence}
      onConfirm={() => submit({ team: String(team?.id ?? ''), person: String(profile?.id ?? '') })}
      onClose={onClose}
    />
  );
}
