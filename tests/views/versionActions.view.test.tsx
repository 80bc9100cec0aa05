import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Limit } from '../../domain/access.ts';
import type { Version } from '../../domain/api/shapes.ts';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import type { ProjectWithVersions } from '../../src/views/project/needs.ts';
import { paths } from '../../src/views/routing.tsx';
import { CopyToEdit } from '../../src/views/versions/CopyToEdit.tsx';
import type { VersionChange, VersionChanged } from '../../src/views/versions/needs.ts';
import { useVersionActions } from '../../src/views/versions/useVersionActions.ts';
import { ABOUT } from './estimateSamples.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const [PLAIN] = ABOUT.versions as readonly [Version];
const WORKED: Version = { ...PLAIN, claimed: '2.00', acts: [{ ...({} as Version['acts'][number]), id: 1, price: '2.00' }] };
const VERSIONS: readonly Version[] = [WORKED, { ...PLAIN, id: 4, number: 2, contract_id: 4 }];

const versionChanges = formDialog<VersionChange, string | null, VersionChanged>('versionChange', '');
let offered: readonly (readonly [id: string, isBlocked: boolean])[] = [];
function Asked({ about, of }: { readonly about: ProjectWithVersions; readonly of: Version }) {
  const changes = createActor(versionChanges);
  offered = useVersionActions({ about, changes })
    .actionsOf(of)
    .map(({ id, blocked }) => [id, blocked != null]);
  return null;
}
async function actionsOf(of: Version, limit: Limit | null, versions = VERSIONS): Promise<typeof offered> {
  const stage = await stageFor('Ann', '/project/5');
  await show(stage, <Asked about={{ project: { ...ABOUT.project, limit }, versions }} of={of} />);
  return offered;
}
const [worked, next] = VERSIONS as readonly [Version, Version];
const NAMES = (actions: typeof offered) => actions.map(([id]) => id);

test('a member who may change a version can carry, duplicate, rename, compare and delete it', async () => {
  expect(await actionsOf(next, null)).toEqual([
    ['carry', false],
    ['duplicate', false],
    ['rename', false],
    ['compare', false],
    ['contract', false],
    ['past', false],
    ['delete', false],
  ]);
});

test('a version with acts cannot be renamed or deleted, and a single version cannot be compared', async () => {
  expect((await actionsOf(worked, null)).filter(([, isBlocked]) => isBlocked).map(([id]) => id)).toEqual(['rename', 'delete']);
  expect((await actionsOf(PLAIN, null, [PLAIN])).filter(([, isBlocked]) => isBlocked).map(([id]) => id)).toEqual(['compare']);
});

test('a limited member can view versions, and carry none', async () => {
  expect(NAMES(await actionsOf(next, { can: 'acts', prices: true }))).toEqual(['compare', 'contract', 'past']);
  expect(NAMES(await actionsOf(next, { can: 'acts', prices: false }))).toEqual(['past']);
});

test('a frozen version can be duplicated until another version carries it on, whatever dialog is open for another', async () => {
  const changes = createActor(versionChanges).start();
  changes.send({ type: 'dialog.opened', subject: { kind: 'rename', version: next } });
  const offer = async (version: Version) =>
    show(await stageFor('Ann', '/project/5'), <CopyToEdit projectId={5} version={version} changes={changes} />);
  await offer(worked);
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate to edit' }));
  expect(changes.getSnapshot()).toMatchObject({ value: 'asking', context: { subject: { kind: 'duplication', version: worked } } });
  cleanup();
  await offer({ ...worked, carried_on_by: { id: next.id, number: 2, name: '' } });
  expect(screen.getByRole('link').getAttribute('href')).toBe(paths.estimate(5, next.id));
});
