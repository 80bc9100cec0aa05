import { useActorRef, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { replacer } from '../../../../domain/replace.ts';
import { onScreen } from '../../../machines/editQueue/onScreen.ts';
import { cellKey } from '../../../machines/editQueue/selectors.ts';
import { listTable } from '../../../machines/editQueue/tables.ts';
import { editOf } from '../../../machines/numberCell/types.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { useShowNotice } from '../../actum.tsx';
import { useEmitted } from '../../reading.ts';
import { useScreens } from '../../screens.tsx';
import { fieldOf } from './blockTable.ts';
import { columnOfHit } from './hits.ts';
import type { ListTools } from './needs.ts';
import { ReplaceBar } from './ReplaceBar.tsx';
import type { OpenList } from './types.ts';

interface Replacing extends OpenList {
  readonly machine: ListTools['replace'];
  readonly find: ActorRefFrom<ListTools['find']>;
}

/** Replaces hits of the search. */
export function useReplacing({ machine, find, ...open }: Replacing) {
  const { grid, rows, columns, list, blocked, reload } = open;
  const replacing = useActorRef(machine);
  const { queue } = useScreens();
  const showNotice = useShowNotice();
  const text = useSelector(find, ({ context }) => context.text);
  useEmitted(replacing, 'replace.refused', ({ sentence }) => showNotice(sentenceText(sentence)));
  useEmitted(replacing, 'replace.done', ({ cells }) => {
    if (cells === 0) showNotice(m.replace_none());
    else showNotice(m.replace_done({ cells }), 'done');
    reload();
  });
  /** Replaces in the cell under the cursor, and shows the next hit; where the cursor is on none, the present one. */
  const replaceOne = (by: string) => {
    const { row: index, col } = grid.getSnapshot().context.cursor;
    const [row, column] = [rows.at(index), columns[col]];
    const field = column && fieldOf(column);
    const { found, at } = find.getSnapshot().context;
    const isOnHit = found?.places[at] === index && columnOfHit(columns, found.fields[at]) === col;
    const shown = row && onScreen(queue.getSnapshot(), listTable(list.id))(row);
    const value = shown && field ? replacer({ text: text.trim(), by })(shown)[field] : undefined;
    if (row && field && value !== undefined) {
      const subject = {
        key: cellKey(row.id, field),
        table: listTable(list.id),
        route: 'PUT /rows/:id/',
        id: row.id,
        field,
        name: row.name,
        value: row[field],
        revision: row.revision,
        reads: 'text',
      } as const;
      queue.send({ type: 'edit.added', edit: editOf(subject, value), known: row.revision });
    }
    find.send({ type: 'hit.asked', step: isOnHit ? 1 : 0 });
  };
  return <ReplaceBar replacing={replacing} text={text} blocked={blocked} onOne={replaceOne} />;
}
