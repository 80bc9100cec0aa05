import type { ImportColumn, ImportListData } from '../../../domain/api/importShapes.ts';
import type { RecognizedAs } from '../../../domain/api/recognizedAs.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { columnLetters, FIELDS, fieldName, isField } from './fields.ts';
import styles from './import.module.css';

/** A recognised column below this certainty should be checked. */
const SURE = 0.7;
const percent = (certainty: number) => String(Math.round(certainty * 100));

interface ColumnProps {
  readonly column: ImportColumn;
  readonly isNamed: boolean;
  readonly isRefused: boolean;
  readonly onTake: (column: number, takenFor: RecognizedAs) => void;
}

function Column({ column, isNamed, isRefused, onTake }: ColumnProps) {
  const { column_index, header, recognized_as, certainty, is_decided } = column;
  const inFile = m.import_column_of({ header });
  const content = (
    <>
      <span className="faint">{columnLetters(column_index)}</span>
      <span className={recognized_as === 'ignore' ? 'faint' : undefined}>{fieldName(recognized_as)}</span>
      {!isNamed &&
        (is_decided ? <Icon name="check" /> : <span className="num">{m.import_column_sure({ percent: percent(certainty) })}</span>)}
      <span className="sr-only">
        {is_decided && m.import_column_said()} {inFile}
      </span>
    </>
  );
  const looks = classNames(
    styles.columnChip,
    !isNamed && !is_decided && certainty < SURE && styles.unsure,
    isRefused && styles.refusedColumn,
  );
  if (isNamed)
    return (
      <span className={looks} title={inFile}>
        {content}
      </span>
    );
  return (
    <Menu
      trigger={
        <button type="button" className={looks} title={inFile}>
          {content}
          <Icon name="chevronDown" />
        </button>
      }
      options={FIELDS.map((key) => ({
        key,
        label: fieldName(key),
        chosen: key === recognized_as,
        ...(header === '' ? {} : { group: header }),
      }))}
      onChoose={(key) => isField(key) && key !== recognized_as && onTake(column_index, key)}
    />
  );
}

interface ColumnsBarProps {
  readonly about: Omit<ImportListData, 'rows'>;
  readonly refused: { readonly column: number; readonly sentence: Sentence } | null;
  readonly onTake: (column: number, takenFor: RecognizedAs) => void;
}

/** Every column of the table, its recognised field and the certainty. The person can choose another field. */
export function ColumnsBar({ about, refused, onTake }: ColumnsBarProps) {
  const { columns, is_recognized } = about;
  return (
    <div className={styles.columnsBar}>
      <section className={styles.columnsLine} aria-label={m.import_columns()}>
        <span className="muted" title={is_recognized ? m.import_columns_meaning() : undefined}>
          {m.import_columns()}
        </span>
        {columns.map((column) => (
          <Column
            key={column.column_index}
            column={column}
            isNamed={!is_recognized}
            isRefused={refused?.column === column.column_index}
            onTake={onTake}
          />
        ))}
      </section>
      {refused !== null && (
        <p className="wrong" role="alert">
          {columnLetters(refused.column)}: {sentenceText(refused.sentence)}
        </p>
      )}
      {refused === null && !is_recognized && <p className="faint">{m.import_format_names()}</p>}
      {refused === null && columns.some(({ is_decided }) => is_decided) && <p className="faint">{m.import_remembered()}</p>}
    </div>
  );
}
