import { useMemo } from 'react';
import { createActor, fromPromise } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import { editQueueMachine } from '../../machines/editQueue/editQueue.ts';
import { cellKey } from '../../machines/editQueue/selectors.ts';
import type { Taken } from '../../machines/editQueue/setup.ts';
import type { Edit } from '../../machines/editQueue/types.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { CellState, GridColumn } from '../../ui/grid/types.ts';
import table from '../../ui/Table.module.css';
import { shownQuantity, zeroTone } from '../figures.tsx';
import { useGrid } from '../grid/useGrid.tsx';
import styles from './components.module.css';
import { Section } from './Section.tsx';

interface Sample {
  readonly id: number;
  readonly name: string;
  readonly quantity: string;
  readonly was?: string;
}
const SAMPLES: readonly Sample[] = [
  { id: 1, name: 'Resting: Enter, F2 or a digit opens it', quantity: '2186.5' },
  { id: 2, name: 'Zero', quantity: '0' },
  { id: 3, name: 'Below zero', quantity: '-12.5' },
  { id: 4, name: 'Saving', quantity: '2240.8' },
  { id: 5, name: 'Saved, for 200 ms', quantity: '2240.8' },
  { id: 6, name: 'Changed in the file', quantity: '2240.8', was: '2186.5' },
  { id: 7, name: 'Read only', quantity: '431' },
  { id: 8, name: 'Refused: over 2 240.8', quantity: '2186.5' },
];
const TABLE = 'samples';
const READ_ONLY = 7;
const MOST = 2240.8;

const FIXED: readonly (readonly [number, Readonly<Record<string, CellState>>])[] = [
  [3, { quantity: { mode: 'saving', text: shownQuantity('2240.8') } }],
  [4, { quantity: { mode: 'saved', text: shownQuantity('2240.8') } }],
  [
    7,
    {
      quantity: {
        mode: 'refused',
        text: shownQuantity('2500'),
        note: `The range for this row is 0 to ${shownQuantity('2240.8')} m³. Saved value: ${shownQuantity('2186.5')}`,
      },
    },
  ],
];

const COLUMNS: readonly GridColumn<Sample>[] = [
  { id: 'name', header: 'State', width: 200, grows: true, pinned: true, render: ({ name }) => name },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 140,
    figures: true,
    edge: true,
    accepts: 'number',
    highlight: true,
    tone: ({ quantity, was }) => (was === undefined ? zeroTone(quantity) : table.changed),
    render: ({ quantity, was }) =>
      was === undefined ? (
        shownQuantity(quantity)
      ) : (
        <span className={styles.twoLines}>
          <s className={table.was}>{shownQuantity(was)}</s>
          {shownQuantity(quantity)}
        </span>
      ),
  },
];

function subjectOf({ id, quantity }: Sample): Subject | null {
  if (id === READ_ONLY) return null;
  return {
    key: cellKey(id, 'quantity'),
    table: TABLE,
    route: 'PUT /rows/:id/',
    id,
    field: 'quantity',
    value: quantity,
    revision: 1,
    reads: 'number',
  };
}

function samples() {
  const rows = new RowStore<Sample>();
  rows.setWindow(0, SAMPLES, SAMPLES.length);
  const sendEdit = fromPromise<Taken, { edit: Edit | undefined }>(async ({ input: { edit } }) => {
    if (edit?.kind !== 'cell') throw new Error('Only cells are edited here');
    const { id, text } = edit;
    if (Number(text) > MOST) throw new Refused(400, { quantity: [`The range for this row is 0 to ${shownQuantity(String(MOST))}`] });
    const row = rows.find(id);
    if (row) rows.put({ ...row, quantity: text });
    return { answer: null, value: text, step: null };
  });
  const queue = createActor(editQueueMachine.provide({ actors: { sendEdit } }), { input: { prefix: TABLE } }).start();
  queue.send({ type: 'person.changed', person: 0, edits: [] });
  return { rows, queue };
}

/** Number cells in their table, in each state and to try. */
export function Cells() {
  const { rows, queue } = useMemo(samples, []);
  const indexOf = useMemo(
    () =>
      ({ id }: Pick<Subject, 'id'>) =>
        rows.indexOf(id),
    [rows],
  );
  const { props } = useGrid<Sample>({
    machine: gridMachine,
    queue,
    table: TABLE,
    columns: COLUMNS,
    rows,
    count: SAMPLES.length,
    startCol: 1,
    subjectOf,
    indexOf,
    shown: ({ value }) => shownQuantity(value),
  });
  const states = useMemo(() => new Map([...FIXED, ...props.states]), [props.states]);
  return (
    <Section title="Number cells">
      <div className={styles.cells}>
        <Grid {...props} states={states} label="Number cells" totals={{ name: 'A line of totals', quantity: '11 574.1' }} />
      </div>
    </Section>
  );
}
