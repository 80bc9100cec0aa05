import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Row } from '../../../../domain/api/shapes.ts';
import { parse, SCALE, shortest } from '../../../../domain/decimal.ts';
import { typedNumber } from '../../../../domain/numbers.ts';
import { isTextField, type RowFilter, VIEW_FIELDS, type ViewField } from '../../../../domain/rowView.ts';
import { notNumber } from '../../../../domain/sentences/numbers.ts';
import type { rowViewMachine } from '../../../machines/rowView/rowView.ts';
import { spokenNumber } from '../../../messages/formats.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { Select } from '../../../ui/Select.tsx';
import { filteredBy, filterOf } from '../../sections/arrangement.ts';
import { columnName } from '../../sections/columnName.ts';
import styles from '../../sections/sections.module.css';

const ORDERS = ['stored', 'rising', 'falling'] as const;
const ORDER_NAMES = { stored: m.view_stored, rising: m.view_rising, falling: m.view_falling } as const;

/** The number in a field; undefined when it is empty or no number. The field itself shows the error. */
function boundIn(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  const typed = typedNumber(field.value);
  if (typed === '') return;
  const number = parse(typed, SCALE.quantity);
  field.setCustomValidity(number === null ? (sentenceText(notNumber()) ?? '') : '');
  return number === null ? undefined : shortest(number, SCALE.quantity);
}

/** The filter that a form describes; null when the form is empty. */
function filterIn(form: HTMLFormElement, field: ViewField): RowFilter | null {
  const given = new FormData(form);
  if (given.has('empty')) return { is: 'empty', field };
  if (isTextField(field)) {
    const text = String(given.get('text') ?? '').trim();
    return text === '' ? null : { is: 'containing', field, text };
  }
  const [from, to] = [boundIn(form, 'from'), boundIn(form, 'to')];
  if (from === undefined && to === undefined) return null;
  return { is: 'between', field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

interface ArrangeDialogProps {
  readonly viewing: ActorRefFrom<typeof rowViewMachine>;
  readonly field: ViewField;
  readonly nameOf: (field: ViewField) => string;
}

/** Sorts the rows by a column, and filters them. */
function ArrangeDialog({ viewing, field, nameOf }: ArrangeDialogProps) {
  const form = useId();
  const view = useSelector(viewing, ({ context }) => context.view);
  const close = () => viewing.send({ type: 'arranging.closed' });
  const [filter, commented] = [filterOf(view, field), filterOf(view, null)];
  const order = view.sort?.field !== field ? 'stored' : view.sort.falling ? 'falling' : 'rising';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    // A field that a tick has made meaningless is not wrong any more.
    for (const input of element.querySelectorAll('input')) input.setCustomValidity('');
    const given = new FormData(element);
    const own = filterIn(element, field);
    if (!element.reportValidity()) return;
    const chosen = given.get('order');
    const sort = chosen === 'stored' ? (view.sort?.field === field ? null : (view.sort ?? null)) : { field, falling: chosen === 'falling' };
    const { filters } = filteredBy(view, field, own);
    const arrangement = filteredBy({ ...view, filters: [...filters] }, null, given.has('commented') ? { is: 'commented' } : null);
    viewing.send({ type: 'arrangement.given', arrangement: { ...arrangement, sort } });
  };
  const valid = (event: FormEvent<HTMLInputElement>) => event.currentTarget.setCustomValidity('');
  return (
    <Dialog
      open
      title={m.view_title()}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form}>
            {m.view_apply()}
          </Button>
        </>
      }
    >
      <form id={form} key={field} className={styles.arrange} onSubmit={submit} noValidate>
        <Select
          label={m.view_column()}
          value={field}
          options={VIEW_FIELDS.map((key) => ({ key, label: nameOf(key) }))}
          onChoose={(key) => {
            const chosen = VIEW_FIELDS.find((each) => each === key);
            if (chosen) viewing.send({ type: 'arranging.asked', field: chosen });
          }}
        />
        <fieldset className={styles.choices}>
          <legend>{m.view_order()}</legend>
          {ORDERS.map((each) => (
            <label key={each} className={styles.choice}>
              <input type="radio" name="order" value={each} defaultChecked={each === order} />
              {ORDER_NAMES[each]()}
            </label>
          ))}
        </fieldset>
        {isTextField(field) ? (
          <Field label={m.view_contains()} name="text" defaultValue={filter?.is === 'containing' ? filter.text : ''} maxLength={200} />
        ) : (
          <div className={styles.bounds}>
            <Field
              label={m.view_from()}
              name="from"
              inputMode="decimal"
              onInput={valid}
              defaultValue={filter?.is === 'between' ? spokenNumber(filter.from ?? '') : ''}
            />
            <Field
              label={m.view_to()}
              name="to"
              inputMode="decimal"
              onInput={valid}
              defaultValue={filter?.is === 'between' ? spokenNumber(filter.to ?? '') : ''}
            />
          </div>
        )}
        <label className={styles.choice}>
          <input type="checkbox" name="empty" defaultChecked={filter?.is === 'empty'} />
          {isTextField(field) ? m.view_only_empty() : m.view_only_zero()}
        </label>
        <label className={styles.choice}>
          <input type="checkbox" name="commented" defaultChecked={commented !== undefined} />
          {m.view_only_commented()}
        </label>
      </form>
    </Dialog>
  );
}

interface ArrangingProps {
  readonly viewing: ArrangeDialogProps['viewing'];
  readonly columns: readonly GridColumn<Row>[];
}

/** The dialog while it is open. */
export function Arranging({ viewing, columns }: ArrangingProps) {
  const field = useSelector(viewing, ({ context }) => context.arranged);
  return field !== null && <ArrangeDialog viewing={viewing} field={field} nameOf={(each) => columnName(columns, each)} />;
}
