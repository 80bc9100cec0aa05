import { useCallback } from 'react';
import { may } from '../../../domain/permissions.ts';
import { m } from '../../messages/messages.ts';
import { useCompany, useOpenModal } from '../actum.tsx';
import type { DialogName } from './openedDialog.ts';

export function useOpenDialog(name: DialogName): () => void {
  const open = useOpenModal();
  return useCallback(() => open({ component: name, attributes: {} }), [open, name]);
}

interface Opening {
  readonly name: DialogName;
  readonly label: string;
  readonly open: () => void;
}

/** The dialogs of the team's menu and the palette that the person's role allows (docs/product.md, 3.10). */
export function useTeamOpenings(): readonly Opening[] {
  const { team } = useCompany();
  const openTeam = useOpenDialog('team');
  const openLeave = useOpenDialog('leaveTeam');
  const openNew = useOpenDialog('newTeam');
  const newTeam = { name: 'newTeam', label: m.team_new(), open: openNew } as const;
  if (team === null) return [newTeam];
  return may(team.role, 'seeTeamSettings')
    ? [{ name: 'team', label: m.team_settings(), open: openTeam }, newTeam]
    : [newTeam, { name: 'leaveTeam', label: m.team_leave(), open: openLeave }];
}
