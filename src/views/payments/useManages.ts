import type { Project } from '../../../domain/api/shapes.ts';
import { may } from '../../../domain/permissions.ts';
import { useCompany } from '../actum.tsx';

/** Whether the person's role in the project's team lets them decide about its contract. */
export function useManages({ team_id }: Pick<Project, 'team_id'>): boolean {
  const { teams } = useCompany();
  const role = teams.find(({ id }) => id === team_id)?.role;
  return role !== undefined && may(role, 'manageContract');
}
