import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import type { SectionAsked, SectionDone } from '../../src/views/estimate/tools/needs.ts';
import { SectionDialog } from '../../src/views/estimate/tools/SectionDialog.tsx';
import { rowNamed } from './listStage.tsx';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

test.each([
  [4, '120.00', 'It has 4 rows, 120.00 EUR together.', 'With its 4 rows'],
  [1, '30.00', 'It has 1 row, 30.00 EUR.', 'With its 1 row'],
  [0, '0.00', 'It has headings, and no rows yet.', 'With its headings'],
])('the question about a section with %i rows states its contents', async (row_count, total, lead, button) => {
  const heading = rowNamed(5, 'Walls', { kind: 'section', row_count, total });
  const rows = { ids: [5] };
  const asking = createActor(formDialog<SectionAsked, boolean, SectionDone>('sectionEdit', '7.13 A section goes with its rows')).start();
  await show(await stageFor('Ann'), <SectionDialog asking={asking} currency="EUR" />);
  act(() =>
    asking.send({
      type: 'dialog.opened',
      subject: { heading, alone: { kind: 'delete', rows }, whole: { kind: 'delete', rows: { ...rows, withRowsOf: [5] } } },
    }),
  );
  expect(screen.getByRole('dialog', { name: 'Delete section “Walls”?' }).textContent).toContain(lead);
  expect(screen.getByRole('button', { name: button })).toBeDefined();
});
