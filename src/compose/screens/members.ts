import type { Api } from '../../../domain/contract/call.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { MembersPart, ProjectMember } from '../../views/team/needs.ts';
import { reading } from '../calls/reading.ts';

/** The people who can open a project. */
export function membersOf(api: Api, projectId: number): MembersPart {
  const members = new ValueStore<readonly ProjectMember[]>();
  return {
    members,
    reading: reading(async (signal) => members.set(await api('GET /projects/:id/members', { params: { id: projectId } }, { signal }))),
  };
}
