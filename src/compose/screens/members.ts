import type { Api } from '../../../domain/api/call.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { MembersPart, ProjectMember } from '../../views/team/needs.ts';
import { reading } from '../calls/reading.ts';

/** The people who can open a project. */
export function membersOf(api: Api, projectId: number): MembersPart {
  const members = new ValueStore<readonly ProjectMember[]>();
  return {
    members,
    reading: reading(async (signal) => {
      const asked = { params: { id: projectId } };
      const [people, memberships] = await Promise.all([
        api('GET /projects/:id/members', asked, { signal }),
        api('GET /projects/:id/memberships', asked, { signal }),
      ]);
      const since = new Map(memberships.map((each) => [each.user_id, each.created_at]));
      members.set(people.map((person) => ({ ...person, since: since.get(person.id) })));
    }),
  };
}
