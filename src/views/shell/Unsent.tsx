import { useState } from 'react';
import { Refused, sentenceOfError } from '../../../domain/contract/call.ts';
import { gone } from '../../../domain/sentences/general.ts';
import type { Edit } from '../../machines/editQueue/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { amountName } from '../figures.tsx';
import { useIdParam } from '../routing.tsx';
import type { UnsentShown } from './needs.ts';
import styles from './Unsent.module.css';

const COLUMNS: Readonly<Record<string, () => string>> = {
  code: m.column_code,
  name: m.column_name,
  unit: m.column_unit,
  quantity: m.column_quantity,
  percent: m.act_column_percent,
  unit_labour: () => m.estimate_unit_price_of({ name: amountName('labour') }),
  unit_materials: () => m.estimate_unit_price_of({ name: amountName('materials') }),
  unit_tools: () => m.estimate_unit_price_of({ name: amountName('tools') }),
  percent_total: () => m.estimate_percent_of({ name: amountName('total') }),
  percent_labour: () => m.estimate_percent_of({ name: amountName('labour') }),
  percent_materials: () => m.estimate_percent_of({ name: amountName('materials') }),
  percent_tools: () => m.estimate_percent_of({ name: amountName('tools') }),
};

/** The name of the table on screen, as edits have it. */
function useTable(): string {
  const [act, version, list] = [useIdParam('act'), useIdParam('version'), useIdParam('list')];
  if (act !== null) return `act ${act} list ${list}`;
  return list === null ? `version ${version}` : `list ${list}`;
}

const isGone = ({ problem }: Edit) => problem?.status === 404;
const reasonOf = (edit: Edit) => (isGone(edit) ? gone() : sentenceOfError(new Refused(edit.problem?.status ?? 500, edit.problem?.body)));

function RefusedEdit({ edit, unsent }: { readonly edit: Edit; readonly unsent: UnsentShown }) {
  const [isCopied, setIsCopied] = useState(false);
  const row = edit.name === '' ? m.unsent_no_name() : edit.name;
  const place = m.unsent_cell({ row, column: COLUMNS[edit.field]?.() ?? edit.field });
  return (
    <li className={styles.edit}>
      <p className={styles.place}>{place}</p>
      <p className={styles.typed}>
        <span className="muted">{m.unsent_typed()}</span> <b>{edit.text}</b>
      </p>
      <p className="wrong">{sentenceText(reasonOf(edit))}</p>
      <span className={styles.actions}>
        <Button size="extra-small" icon="copy" onClick={() => void unsent.copy(edit.text).then(() => setIsCopied(true))}>
          {isCopied ? m.unsent_copied() : m.unsent_copy()}
          <span className="sr-only"> {place}</span>
        </Button>
        <Button size="extra-small" kind="ghost" onClick={() => unsent.giveUp([edit.key])}>
          {m.unsent_drop()}
          <span className="sr-only"> {place}</span>
        </Button>
      </span>
    </li>
  );
}

/** Changes that are not saved: pending and waiting edits, and refused ones that no open table shows. */
export function Unsent({ unsent }: { readonly unsent: UnsentShown }) {
  const table = useTable();
  const [isOpen, setIsOpen] = useState(false);
  const refused = unsent.refused.filter((edit) => isGone(edit) || edit.table !== table);
  // An edit refused later must not open it again.
  if (isOpen && refused.length === 0) setIsOpen(false);
  const close = () => setIsOpen(false);
  return (
    <>
      {unsent.waiting > 0 && (
        <Banner tone="waits" icon="clock">
          {m.unsent_waiting({ count: unsent.waiting })}{' '}
          <Button kind="func" size="extra-small" onClick={unsent.retry}>
            {m.shell_try_now()}
          </Button>
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner>
          {m.unsent_refused({ count: refused.length })}{' '}
          <Button kind="func" size="extra-small" onClick={() => setIsOpen(true)}>
            {m.unsent_show()}
          </Button>
        </Banner>
      )}
      <Dialog
        open={isOpen}
        title={m.unsent_title()}
        lead={m.unsent_lead()}
        middle
        onClose={close}
        actions={
          <>
            <Button onClick={() => unsent.giveUp(refused.map(({ key }) => key))}>{m.unsent_drop_all()}</Button>
            <Button kind="primary" onClick={close}>
              {m.action_close()}
            </Button>
          </>
        }
      >
        <ul className={styles.edits}>
          {refused.map((edit) => (
            <RefusedEdit key={edit.key} edit={edit} unsent={unsent} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}
