import type { Api } from '../../../domain/api/call.ts';
import { sharedWith } from '../../machines/resource/shared.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { ProjectScreen, ProjectWithVersions } from '../../views/project/needs.ts';
import type { VersionChange, VersionChanged, VersionChanges } from '../../views/versions/needs.ts';
import type { Early } from '../calls/early.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';

const versionChangesOf = (api: Api, projectId: number): VersionChanges =>
  dialog<VersionChange, string | null, VersionChanged>(
    'versionChange',
    '6.3 A project holds versions of its estimate',
    async ({ subject: change, given }, signal) => {
      const name = given ?? '';
      switch (change.kind) {
        case 'creation':
        case 'duplication': {
          const from_version_id = change.kind === 'creation' ? null : change.version.id;
          const made = await api(
            'POST /projects/:id/versions/',
            { params: { id: projectId }, body: { name, from_version_id } },
            { signal },
          );
          return { change, versionId: made.id };
        }
        case 'rename':
          await api('PATCH /versions/:id/', { params: { id: change.version.id }, body: { name } }, { signal });
          return { change, versionId: change.version.id };
        case 'deletion': {
          const { versions } = await api('DELETE /versions/:id/', { params: { id: change.version.id } }, { signal });
          return { change, versionId: versions.at(-1)?.id ?? null };
        }
      }
    },
  );

const leadingOf = (api: Api, id: number): ProjectScreen['leading'] => {
  const version = new ValueStore<{ readonly id: number | undefined }>();
  return {
    version,
    reading: reading(async (signal) => {
      const { last_version_id: last } = await api('GET /projects/:id/', { params: { id } }, { signal });
      version.set({ id: last ?? undefined });
    }),
  };
};

/** A project, its versions, and the dialogs about a version as a whole. `settled` makes its calls once all edits are saved. */
export function projectOf(api: Api, settled: Api, early: Early, id: number): ProjectScreen {
  const project = new ValueStore<ProjectWithVersions>(sharedWith);
  const params = { id };
  const known = early('GET /projects/:id/tree', { params });
  if (known !== null) project.set(known);
  return {
    project,
    versionChanges: versionChangesOf(settled, id),
    leading: leadingOf(api, id),
    reading: reading(async (signal) => project.set(await api('GET /projects/:id/tree', { params }, { signal }))),
  };
}
