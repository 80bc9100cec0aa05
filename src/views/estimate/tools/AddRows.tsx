import { createPortal } from 'react-dom';
import type { Row } from '../../../../domain/api/shapes.ts';
import { m } from '../../../messages/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Keys } from '../../../ui/Keys.tsx';
import { commandKey } from '../../palette/keys.ts';
import styles from './addRows.module.css';

interface AddRowsProps {
  readonly blocked: string | null;
  readonly onAdd: (kind: Row['kind']) => void;
}

/** Adds a row or a section heading below the cursor; each button names its keys. */
export function AddRows({ blocked, onAdd }: AddRowsProps) {
  const enter = m.key_enter();
  return (
    <span className={styles.adds} data-adds>
      <Button kind="ghost" size="extra-small" icon="plus" blocked={blocked} onClick={() => onAdd('row')}>
        {m.rows_add()} <Keys keys={[commandKey(), enter]} />
      </Button>
      <Button kind="ghost" size="extra-small" icon="plus" blocked={blocked} onClick={() => onAdd('section')}>
        {m.rows_add_section()} <Keys keys={[commandKey(), m.key_shift(), enter]} />
      </Button>
    </span>
  );
}

/** Offers an empty list its first row. */
export const FirstRow = ({ slot, onAdd }: { readonly slot: HTMLElement | null; readonly onAdd: () => void }) =>
  slot &&
  createPortal(
    <Button kind="primary" icon="plus" onClick={() => onAdd()}>
      {m.rows_add_first()}
    </Button>,
    slot,
  );
