/**
 * Measures changes to an import of 100,000 rows under review, first and later, and how long another person waited at most meanwhile for
 * reading a window or editing a cell of their own estimate.
 */
import { type Bench, besideAnother } from './besideAnother.ts';
import { type BenchRow, benchBook, benchRows } from './importBook.ts';

const ROWS = 100_000 - 1;
const LABOUR = 4;
const LOOK_EVERY = 200;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
const bookOf = (rows: readonly BenchRow[]) => new File([new Uint8Array(benchBook(rows))], 'works.xlsx');

async function play({ call, teamId, timed }: Bench) {
  const { id } = await call('POST /projects', { body: { team_id: teamId, name: 'Bench' } });
  const bring = async (book: File) => {
    await call('PATCH /projects/:id/', { params: { id }, body: {} }, book);
    for (;;) {
      await pause(LOOK_EVERY);
      const { status, new_lists } = await call('GET /import/:id/lists/', { params: { id } });
      if (status === 'importable') return new_lists[0]?.id ?? 0;
      if (status !== 'reading') throw new Error(`The workbook was not read whole: ${status}`);
    }
  };
  const reviewed = async (which: 'first' | 'later', book: File) => {
    let listId = 0;
    await timed(`${which}: read`, async () => {
      listId = await bring(book);
    });
    const params = { id, listId };
    const row = async () => {
      const { rows } = await call('GET /import/:id/lists/:listId/', { params, query: { offset: Math.floor(ROWS / 2), limit: 1 } });
      return { id, rowId: rows[0]?.id ?? 0 };
    };
    const recognised = (recognized_as: 'ignore' | 'unit_labour') => () =>
      call('POST /import/:id/lists/:listId/recognize-field', { params, body: { field: LABOUR, recognized_as } });
    const ticked = (included: boolean) => () => call('PUT /import/:id/lists/:listId/', { params, body: { included } });
    await timed(`${which}: a window`, row);
    await timed(`${which}: a cell corrected`, async () =>
      call('PUT /import/:id/rows/:rowId/', { params: await row(), body: { column_index: LABOUR, value: '7.77' } }),
    );
    await timed(`${which}: a row left out`, async () => call('DELETE /import/:id/rows/:rowId/', { params: await row() }));
    await timed(`${which}: the list unticked`, ticked(false));
    await timed(`${which}: the list ticked`, ticked(true));
    await timed(`${which}: a column ignored`, recognised('ignore'));
    await timed(`${which}: the column read`, recognised('unit_labour'));
  };
  const rows = benchRows(ROWS);
  const first = bookOf(rows);
  const later = bookOf(rows.map((row, at) => (at % 50 === 0 ? { ...row, quantity: 3.25 } : row)));
  await reviewed('first', first);
  await timed('first: cancelled', () => call('POST /import/:id/cancel/', { params: { id } }));
  await bring(first);
  await timed('first: finished', () => call('POST /import/:id/finish/', { params: { id } }));
  await reviewed('later', later);
  await timed('later: finished', () => call('POST /import/:id/finish/', { params: { id } }));
}

await besideAnother(`an import of ${ROWS} rows under review`, play);
