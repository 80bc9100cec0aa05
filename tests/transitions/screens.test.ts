import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { actCellMachine } from '../../src/machines/actCell/actCell.ts';
import { formDialogModel } from '../../src/machines/formDialog/formDialog.model.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { historyMachine } from '../../src/machines/history/history.ts';
import { importMachine } from '../../src/machines/import/import.ts';
import { numberCellMachine } from '../../src/machines/numberCell/numberCell.ts';
import { paletteMachine } from '../../src/machines/palette/palette.ts';
import { publicActMachine } from '../../src/machines/publicAct/publicAct.ts';
import { resourceMachine } from '../../src/machines/resource/resource.ts';
import { rowEditMachine } from '../../src/machines/rowEdit/rowEdit.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { shareMachine } from '../../src/machines/share/share.ts';
import { declaredTransitions, transitionKey, transitionTerms } from '../model/transitions.ts';

const machines: readonly AnyStateMachine[] = [
  actCellMachine,
  formDialogModel.machine,
  gridMachine,
  historyMachine,
  importMachine,
  numberCellMachine,
  paletteMachine,
  publicActMachine,
  resourceMachine,
  rowEditMachine,
  rowWindowMachine,
  shareMachine,
];

for (const machine of machines) {
  test(`${machine.id} declares the transitions that were agreed`, async () => {
    const terms = declaredTransitions(machine).map(transitionTerms).sort();
    await expect(`${terms.join('\n')}\n`).toMatchFileSnapshot(`${machine.id}.txt`);
  });
  test(`every transition of ${machine.id} names what it answers in the specification`, () => {
    const silent = declaredTransitions(machine).filter(({ meta }) => !/^\d /.test((meta as { spec?: string } | undefined)?.spec ?? ''));
    expect(silent.map(transitionKey)).toEqual([]);
  });
}
