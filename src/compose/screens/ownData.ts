import type { Api } from '../../../domain/api/call.ts';
import { type DataWindow, type DeletedTeam, OWN_PARTS } from '../../../domain/api/ownDataRoutes.ts';
import type { Team } from '../../../domain/api/people.ts';
import { fileExportMachine, type MakingFile } from '../../machines/fileExport/fileExport.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { download } from '../../services/download.ts';
import type { OwnDataScreens } from '../../views/account/ownDataNeeds.ts';
import type { Named } from '../../views/needs.ts';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import { teamArchive } from '../export/archive.ts';

const ending = '19.3 An account is deleted by its person';
const deleting = '19.4 A team is deleted, and restored for 30 days';

/** Reads every window of a part; `take` gets the records of each as JSON texts. */
async function everyRecord(read: (after: string) => Promise<DataWindow>, take: (lines: readonly string[]) => void): Promise<void> {
  for (let after: string | null = '0'; after !== null; ) {
    const { lines, next }: DataWindow = await read(after);
    take(lines);
    after = next;
  }
}

/** One JSON text of everything that is kept of the person. The records are put together as they came, so that no number is parsed and formatted again. */
async function ownFile(api: Api, { reportProgress }: MakingFile, signal: AbortSignal): Promise<Blob> {
  const texts: string[] = [];
  for (const [at, part] of OWN_PARTS.entries()) {
    const records: string[] = [];
    await everyRecord(
      (after) => api('GET /profile/data/', { query: { part, after } }, { signal }),
      (lines) => records.push(...lines),
    );
    texts.push(`${JSON.stringify(part)}: [\n${records.join(',\n')}\n]`);
    reportProgress((at + 1) / OWN_PARTS.length);
  }
  return new Blob([`{\n${texts.join(',\n')}\n}\n`], { type: 'application/json' });
}

const downloading = (name: string, make: (making: MakingFile, signal: AbortSignal) => Promise<Blob>) =>
  fileExportMachine.provide({
    actors: {
      makeFile: calling<void, MakingFile>(async ({ input, signal }) => {
        const file = await make(input, signal);
        signal.throwIfAborted();
        download(file, name);
      }),
    },
  });

type Around = Pick<Composed, 'api' | 'session' | 'readProfile' | 'openTeam' | 'reference'>;

/** Exports, deletions and restorations of people's own data and of their teams. */
export function ownDataOf({ api, session, readProfile, openTeam, reference }: Around): OwnDataScreens {
  return {
    own() {
      const deleted = new ValueStore<readonly DeletedTeam[]>();
      const read = async (signal?: AbortSignal) =>
        deleted.set(await api('GET /teams/deleted/', {}, signal === undefined ? {} : { signal }));
      return {
        download: downloading('actum-my-data.json', (making, signal) => ownFile(api, making, signal)),
        removal: dialog<null, null, unknown>('accountRemoval', ending, async (_, signal) => {
          await api('DELETE /profile/', {}, { signal });
          session.send({ type: 'logout.requested' });
        }),
        deleted,
        reading: reading(read),
        restoring: dialog<DeletedTeam, null, Team>('teamRestoring', deleting, async ({ subject }, signal) => {
          const team = await api('POST /teams/:id/restore/', { params: { id: subject.id } }, { signal });
          await openTeam(team.id);
          await read();
          return team;
        }),
      };
    },
    team: (teamId) => ({
      download: downloading('actum-team.zip', (making, signal) =>
        teamArchive(api, teamId, reference.getSnapshot().context.statuses, { ...making, signal }),
      ),
      removal: dialog<null, Named, DeletedTeam>('teamRemoval', deleting, async ({ given }, signal) => {
        const gone = await api('POST /teams/:id/delete/', { params: { id: teamId }, body: given }, { signal });
        // Not awaited, so that the dialog closes before its team disappears from the profile.
        void readProfile();
        return gone;
      }),
    }),
  };
}
