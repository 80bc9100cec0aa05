import type { Api } from '../../../domain/contract/call.ts';
import type { VersionSummary } from '../../../domain/contract/shapes.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { ListChange, ListChanged, ProjectChange, VersionChange, VersionChanged } from '../../views/changes.ts';
import { required } from '../calls/required.ts';

/** What was asked of a dialog, as its machine hands it on. */
export interface AskedChange<Change> {
  readonly subject: Change | null;
  readonly given: string | null;
}

export async function changeProject(api: Api, asked: AskedChange<ProjectChange>, signal: AbortSignal): Promise<ProjectChange> {
  const { kind, project } = required(asked.subject);
  const params = { id: project.id };
  switch (kind) {
    case 'rename':
      return { kind, project: await api('PATCH /projects/:id/', { params, body: { name: required(asked.given) } }, { signal }) };
    case 'deletion':
      return { kind, project: await api('DELETE /projects/:id/', { params }, { signal }) };
    case 'restoration':
      return { kind, project: await api('POST /projects/:id/restore/', { params }, { signal }) };
  }
}

export async function changeVersion(
  api: Api,
  projectId: number,
  { subject, given }: AskedChange<VersionChange>,
  signal: AbortSignal,
): Promise<VersionChanged> {
  const change = required(subject);
  const name = given ?? '';
  switch (change.kind) {
    case 'creation':
    case 'duplication': {
      const from_version_id = change.kind === 'creation' ? null : change.version.id;
      const made = await api('POST /projects/:id/versions/', { params: { id: projectId }, body: { name, from_version_id } }, { signal });
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
}

function madeList(api: Api, versionId: number, change: Exclude<ListChange, { kind: 'deletion' }>, title: string, signal: AbortSignal) {
  switch (change.kind) {
    case 'creation':
      return api('POST /versions/:id/lists/', { params: { id: versionId }, body: { title } }, { signal });
    case 'rename':
      return api('PUT /lists/:id/', { params: { id: change.list.id }, body: { title } }, { signal });
    case 'move':
      return api('POST /lists/:id/move/', { params: { id: change.list.id }, body: { after_id: change.afterId } }, { signal });
  }
}

/** The new totals go where the screen reads them. */
export async function changeList(
  api: Api,
  versionId: number,
  summary: ValueStore<VersionSummary>,
  { subject, given }: AskedChange<ListChange>,
  signal: AbortSignal,
): Promise<ListChanged> {
  const change = required(subject);
  if (change.kind === 'deletion') {
    summary.set(await api('DELETE /lists/:id/', { params: { id: change.list.id } }, { signal }));
    return { change, listId: change.list.id };
  }
  const { list, summary: totals } = await madeList(api, versionId, change, given ?? '', signal);
  summary.set(totals);
  return { change, listId: list.id };
}
