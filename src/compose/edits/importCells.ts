import { type Api, Unanswered } from '../../../domain/contract/call.ts';
import type { ImportListData, ImportLists, ImportRow } from '../../../domain/contract/importShapes.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import { numberCellMachine } from '../../machines/numberCell/numberCell.ts';
import type { Saved, Subject, Theirs } from '../../machines/numberCell/types.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { calling } from '../calls/calling.ts';

const BEFORE_NEXT_TRY = 2_000;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, BEFORE_NEXT_TRY);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

interface ImportTable {
  readonly rows: RowStore<ImportRow>;
  readonly about: ValueStore<Omit<ImportListData, 'rows'>>;
  readonly tell: (found: ImportLists) => void;
}

/** The table of rows read from a file: what is typed into a cell corrects the file's. What could not be sent waits and is sent again. */
export function importGrid(api: Api, projectId: number, { rows, about, tell }: ImportTable) {
  const waiting = new Map<string, string>();
  async function save({ id, field, key }: Subject, text: string, signal: AbortSignal): Promise<Saved> {
    const column = about.get()?.columns.find(({ recognized_as }) => recognized_as === field);
    waiting.set(key, text);
    const { row, lists, said } = await api(
      'PUT /import/:id/rows/:rowId/',
      { params: { id: projectId, rowId: id }, body: { column_index: column?.column_index ?? 0, value: text } },
      { signal },
    );
    waiting.delete(key);
    rows.put(row);
    const known = about.get();
    if (known) about.set({ ...known, ...said });
    tell(lists);
    return { value: row.cells[field] ?? '', revision: 0 };
  }
  return gridMachine.provide({
    actors: {
      cell: numberCellMachine.provide({
        actors: {
          saveValue: calling<Saved, { subject: Subject; text: string }>(({ input: { subject, text }, signal }) =>
            save(subject, text, signal),
          ),
          settleValue: calling<Saved, { subject: Subject }>(async ({ input: { subject }, signal }) => {
            for (;;) {
              await pause(signal);
              try {
                return await save(subject, waiting.get(subject.key) ?? subject.value, signal);
              } catch (error) {
                if (!(error instanceof Unanswered)) throw error;
              }
            }
          }),
          giveUpValue: calling<void, { subject: Subject; theirs: Theirs | null }>(async ({ input: { subject } }) => {
            waiting.delete(subject.key);
          }),
        },
      }),
    },
  });
}
