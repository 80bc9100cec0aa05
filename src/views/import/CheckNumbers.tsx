import { type Amounts, fromAmounts, minus, toAmounts } from '../../../domain/amounts.ts';
import type { ImportSummary } from '../../../domain/api/importShapes.ts';
import type { Summary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import table from '../../ui/Table.module.css';
import { AMOUNTS, amountName, isZero, listTitle, shownMoney, signedMoney } from '../figures.tsx';
import { Causes } from './Causes.tsx';
import styles from './import.module.css';

interface Compared {
  readonly key: string;
  readonly name: string;
  readonly looks: 'list' | 'sub' | 'total' | 'grand';
  readonly saved: Amounts | null;
  readonly found: Amounts | null;
}

const none: Amounts = { labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' };
const differenceOf = ({ saved, found }: Pick<Compared, 'saved' | 'found'>): string =>
  toAmounts(minus(fromAmounts(found ?? none), fromAmounts(saved ?? none))).total;

/** Pairs the lines of both summaries by name. Lines without a partner are on their own. */
function paired<Record extends Amounts>(
  saved: readonly Record[],
  found: readonly Record[],
  nameOf: (record: Record) => string,
  kind: string,
  looks: Compared['looks'],
): readonly Compared[] {
  const rest = [...saved];
  const matched = found.map((record, index) => {
    const partner = rest.findIndex((candidate) => nameOf(candidate) === nameOf(record));
    const [before = null] = partner === -1 ? [] : rest.splice(partner, 1);
    return { key: `${kind} ${index}`, name: nameOf(record), looks, saved: before, found: record };
  });
  return [
    ...matched,
    ...rest.map((record, index) => ({ key: `${kind} gone ${index}`, name: nameOf(record), looks, saved: record, found: null })),
  ];
}

function comparedLines(saved: Summary | null, found: Summary): readonly Compared[] {
  const total = (key: 'subtotal' | 'total' | 'total_with_taxes', name: string, looks: Compared['looks']): Compared => ({
    key,
    name,
    looks,
    saved: saved?.[key] ?? null,
    found: found[key],
  });
  return [
    ...paired(saved?.costs ?? [], found.costs, ({ title }) => listTitle(title), 'list', 'list'),
    total('subtotal', m.summary_subtotal(), 'total'),
    ...paired(saved?.additional ?? [], found.additional, ({ name }) => name, 'additional', 'sub'),
    total('total', m.summary_total(), 'total'),
    ...paired(saved?.taxes ?? [], found.taxes, ({ name }) => name, 'tax', 'sub'),
    total('total_with_taxes', m.summary_total_with_taxes(), 'grand'),
  ];
}

function Numbers({ numbers, currency }: { readonly numbers: ImportSummary; readonly currency: string }) {
  const heads = (which: string) =>
    AMOUNTS.map((amount, index) => (
      <th key={`${which} ${amount}`} scope="col" className={classNames('num', index === 0 && table.edge)}>
        {amountName(amount)}
      </th>
    ));
  return (
    <div className={styles.numbers}>
      <table className={classNames(table.table, table.compact)}>
        <thead>
          <tr>
            <td />
            <th colSpan={4} className={table.edge}>
              {m.numbers_saved({ currency })}
            </th>
            <th colSpan={4} className={table.edge}>
              {m.numbers_new({ currency })}
            </th>
            <td className={table.edge} />
          </tr>
          <tr>
            <th scope="col">{m.list()}</th>
            {heads('saved')}
            {heads('new')}
            <th scope="col" className={classNames('num', table.edge)}>
              {m.numbers_difference()}
            </th>
          </tr>
        </thead>
        <tbody>
          {comparedLines(numbers.saved_summary, numbers.new_summary).map((line) => (
            <tr
              key={line.key}
              className={classNames(
                line.looks === 'sub' && table.sub,
                (line.looks === 'total' || line.looks === 'grand') && table.totalRow,
              )}
            >
              <th scope="row">{line.name}</th>
              {AMOUNTS.map((amount, index) => (
                <td key={`saved ${amount}`} className={classNames('num', index === 0 && table.edge)}>
                  {line.saved ? shownMoney(line.saved[amount]) : '–'}
                </td>
              ))}
              {AMOUNTS.map((amount, index) => (
                <td
                  key={`new ${amount}`}
                  className={classNames('num', index === 0 && table.edge, line.saved?.[amount] !== line.found?.[amount] && table.changed)}
                >
                  {line.found ? shownMoney(line.found[amount]) : '–'}
                </td>
              ))}
              <td className={classNames('num', table.edge, isZero(differenceOf(line)) ? 'zero' : table.sum)}>
                {signedMoney(differenceOf(line))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CheckNumbersProps {
  readonly open: boolean;
  readonly numbers: ImportSummary | null;
  readonly failure: string | null;
  readonly busy: boolean;
  readonly currency: string;
  /** Whether the preview of carrying follows. */
  readonly goesOn: boolean;
  readonly onRetry: () => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** The saved version and the new one side by side, before the import is finished. */
export function CheckNumbers({ open, numbers, failure, busy, currency, goesOn, onRetry, onConfirm, onClose }: CheckNumbersProps) {
  const difference =
    numbers && differenceOf({ saved: numbers.saved_summary?.total_with_taxes ?? null, found: numbers.new_summary.total_with_taxes });
  const blocked = numbers !== null ? null : failure === null ? m.import_blocked_numbers() : m.import_blocked_unread();
  return (
    <Dialog
      open={open}
      wide
      title={m.numbers_title()}
      onClose={onClose}
      lead={
        <div className={styles.leadLine}>
          <p>{m.numbers_makes_version()}</p>
          {difference !== null && (
            <div>
              {m.numbers_difference_with_taxes()}
              <p className={styles.difference}>
                {signedMoney(difference)} <span className="sign">{currency}</span>
              </p>
            </div>
          )}
        </div>
      }
      actions={
        <>
          <span className="muted">{m.numbers_amber()}</span>
          <span className="grow" />
          <Button onClick={onClose}>{m.action_cancel()}</Button>
          <Button kind="primary" blocked={blocked} loading={busy} onClick={onConfirm}>
            {goesOn ? m.numbers_confirm_on() : m.numbers_confirm()}
          </Button>
        </>
      }
    >
      {failure !== null ? (
        <FailedState title={m.numbers_unreadable()} sentence={failure} onRetry={onRetry} />
      ) : numbers === null ? (
        <SkeletonRows label={m.numbers_adding_up()} />
      ) : (
        <>
          <Causes {...numbers} />
          <Numbers numbers={numbers} currency={currency} />
        </>
      )}
    </Dialog>
  );
}
