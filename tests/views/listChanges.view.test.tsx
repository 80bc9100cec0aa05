import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import { ActionStore } from '../../src/machines/palette/actionStore.ts';
import { ListChanges } from '../../src/views/estimate/ListChanges.tsx';
import type { ListChange, ListChanged } from '../../src/views/estimate/needs.ts';
import { ActionsContext } from '../../src/views/palette/actions.ts';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { SUMMARY } from './estimateSamples.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

test('a refused move of a list is reported on the screen once, and leaves no dialog', async () => {
  const stage = await stageFor('Ann');
  const changes = createActor(
    formDialog<ListChange, string | null, ListChanged>('listChange', '7.3 Lists are opened and changed in the summary').provide({
      actors: { submit: fromPromise(() => Promise.reject(new Refused(409, { non_field_errors: ['This version is frozen.'] }))) },
    }),
  ).start();
  await show(
    stage,
    <ActionsContext value={new ActionStore()}>
      <ListChanges changes={changes} summary={SUMMARY} currency="EUR" listId={null} blocked={null} />
      <Hosts />
    </ActionsContext>,
    provideScreens(stage.actum),
  );
  act(() => {
    for (const list of SUMMARY.costs) changes.send({ type: 'dialog.opened', subject: { kind: 'move', list, afterId: null } });
    changes.send({ type: 'form.submitted', given: null });
  });
  expect(await screen.findByText('This version is frozen.')).toBeDefined();
  await waitFor(changes, (state) => state.matches('closed'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
