import type { ImportLine, ImportList, ImportLists } from '../../../domain/api/importShapes.ts';
import type { Change } from '../../machines/import/found.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { SideHead } from '../../ui/Shell.tsx';
import { listTitle, shownMoney, shownPercent } from '../figures.tsx';
import styles from './import.module.css';

const PERCENTS = ['percent_total', 'percent_labour', 'percent_materials', 'percent_tools'] as const;
const percentsOf = (line: ImportLine) =>
  PERCENTS.flatMap((field) => {
    const percent = line[field];
    return percent === null ? [] : [`${shownPercent(percent)} %`];
  }).join(' / ');

function Line({ line, isFirst, onChange }: { line: ImportLine; isFirst: boolean; onChange: (change: Change) => void }) {
  const said = (
    <span className={styles.lineSaid}>
      <span>
        {line.name} {percentsOf(line)}
      </span>
      {line.stated !== null && <span className="faint">{m.import_line_stated({ amount: shownMoney(line.stated) })}</span>}
    </span>
  );
  if (!isFirst) return <li className={styles.line}>{said}</li>;
  return (
    <li className={styles.line}>
      <Checkbox checked={line.included} onChange={(included) => onChange({ what: 'line', id: line.id, included })}>
        {said}
      </Checkbox>
    </li>
  );
}

interface ListFoundProps extends Pick<ListsFoundProps, 'onChoose' | 'onChange'> {
  readonly list: ImportList;
  readonly isFirst: boolean;
  readonly isChosen: boolean;
}

/** A list with its sum, its sheet, and the reason why it was not ticked. */
function ListFound({ list, isFirst, isChosen, onChoose, onChange }: ListFoundProps) {
  const { id, title, sheet, included, is_hidden, row_count, updated_count, error_count, total, why, certainty } = list;
  const named = listTitle(title);
  return (
    <li className={classNames(styles.list, isChosen && styles.active, !included && styles.notTaken)}>
      <Checkbox checked={included} onChange={(taken) => onChange({ what: 'inclusion', id, included: taken })}>
        <span className="sr-only">{m.import_take_list({ list: named })}</span>
      </Checkbox>
      <button type="button" aria-current={isChosen || undefined} onClick={() => onChoose(id)}>
        <span className={styles.listLines}>
          <span className={styles.listHead}>
            <span className={styles.listName} title={named}>
              {named}
            </span>
            <b className="num">{shownMoney(total)}</b>
          </span>
          <span className={classNames('faint', styles.listAbout)}>
            <span className={styles.listName}>
              {sheet !== named && `${sheet} · `}
              {m.import_rows_count({ count: row_count })}
              {is_hidden && ` · ${m.import_hidden_in_file()}`}
            </span>
            {included && error_count > 0 ? (
              <Chip tone="wrong">{error_count}</Chip>
            ) : (
              included && !isFirst && updated_count > 0 && <Chip tone="waits">{updated_count}</Chip>
            )}
            {included && certainty === 'unsure' && <Chip tone="waits">{m.import_list_unsure()}</Chip>}
          </span>
          {why !== null && !included && <span className={classNames('faint', styles.listWhy)}>{sentenceText(why)}</span>}
        </span>
      </button>
    </li>
  );
}

interface ListsFoundProps {
  readonly found: ImportLists;
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
  readonly onChange: (change: Change) => void;
}

/** The lists found in the file, whether each is included, and the costs and taxes it states. */
export function ListsFound({ found, chosen, onChoose, onChange }: ListsFoundProps) {
  const { new_lists, lines, is_first_import } = found;
  const rows = new_lists.filter(({ included }) => included).reduce((sum, { row_count }) => sum + row_count, 0);
  return (
    <>
      <SideHead>{m.import_lists_found()}</SideHead>
      <ul className={styles.lists}>
        {new_lists.map((list) => (
          <ListFound
            key={list.id}
            list={list}
            isFirst={is_first_import}
            isChosen={list.id === chosen}
            onChoose={onChoose}
            onChange={onChange}
          />
        ))}
      </ul>
      {lines.length > 0 && (
        <>
          <SideHead>{m.import_lines()}</SideHead>
          <p className={classNames('faint', styles.linesWhy)}>{is_first_import ? m.import_lines_why() : m.import_lines_kept()}</p>
          <ul className={styles.lists}>
            {lines.map((line) => (
              <Line key={line.id} line={line} isFirst={is_first_import} onChange={onChange} />
            ))}
          </ul>
        </>
      )}
      <span className="grow" />
      <div className={styles.listsSum}>
        <span className="faint">{m.import_rows_in_file()}</span>
        <b>{rows}</b>
      </div>
    </>
  );
}
