import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { Keys } from '../../ui/Keys.tsx';
import { commandKey } from './keys.ts';
import styles from './palette.module.css';

interface Shortcut {
  /** Alternatives; each of them works. */
  readonly keys: readonly (readonly string[])[];
  readonly does: string;
}

function shortcuts(): readonly { readonly where: string; readonly list: readonly Shortcut[] }[] {
  const shift = m.key_shift();
  const [command, enter, leave, tab] = [commandKey(), m.key_enter(), m.key_escape(), m.key_tab()];
  return [
    {
      where: m.shortcuts_anywhere(),
      list: [
        { keys: [[command, 'K']], does: m.palette_title() },
        { keys: [['?']], does: m.shortcut_this_list() },
        { keys: [[tab]], does: m.shortcut_next({ shift }) },
        { keys: [[leave]], does: m.shortcut_close() },
      ],
    },
    {
      where: m.shortcuts_table(),
      list: [
        { keys: [['←'], ['→'], ['↑'], ['↓']], does: m.shortcut_cell() },
        { keys: [[m.key_page_up()], [m.key_page_down()]], does: m.shortcut_screenful() },
        { keys: [[m.key_home()], [m.key_end()]], does: m.shortcut_row_ends() },
        {
          keys: [
            [command, m.key_home()],
            [command, m.key_end()],
          ],
          does: m.shortcut_table_ends(),
        },
        { keys: [[enter], ['F2']], does: m.shortcut_edit() },
        { keys: [[enter]], does: m.shortcut_save({ shift }) },
        { keys: [[tab]], does: m.shortcut_save_across({ shift }) },
        { keys: [[leave]], does: m.shortcut_drop() },
        { keys: ['←', '→', '↑', '↓'].map((arrow) => [shift, arrow]), does: m.shortcut_range({ command }) },
        { keys: [[shift, m.key_space()]], does: m.shortcut_rows() },
        { keys: [[command, 'A']], does: m.shortcut_all() },
        {
          keys: [
            [command, 'C'],
            [command, 'X'],
            [command, 'V'],
          ],
          does: m.shortcut_copy(),
        },
        { keys: [[command, 'D']], does: m.shortcut_fill() },
        { keys: [[command, 'R']], does: m.block_fill_right() },
        { keys: [[m.key_delete()]], does: m.shortcut_clear() },
        {
          keys: [
            [m.key_alt(), '↑'],
            [m.key_alt(), '↓'],
          ],
          does: m.shortcut_move(),
        },
        { keys: [[command, enter], [m.key_insert()]], does: m.rows_add() },
        {
          keys: [
            [command, shift, enter],
            [m.key_alt(), m.key_insert()],
          ],
          does: m.rows_add_section(),
        },
        { keys: [[m.key_insert()]], does: m.shortcut_add_line() },
        { keys: [[shift, 'F2']], does: m.shortcut_comments() },
        { keys: [['F8']], does: m.import_next_error() },
        {
          keys: [
            [m.key_alt(), '↑'],
            [m.key_alt(), '↓'],
          ],
          does: m.shortcut_move_list(),
        },
        {
          keys: [
            [m.key_alt(), shift, '←'],
            [m.key_alt(), shift, '→'],
          ],
          does: m.shortcut_width(),
        },
        {
          keys: [
            [m.key_alt(), '←'],
            [m.key_alt(), '→'],
          ],
          does: m.shortcut_fold(),
        },
        {
          keys: [
            [m.key_alt(), shift, '↑'],
            [m.key_alt(), shift, '↓'],
          ],
          does: m.shortcut_fold_all(),
        },
        { keys: [[command, shift, 'L']], does: m.view_title() },
        { keys: [[command, 'F']], does: m.shortcut_find() },
      ],
    },
  ];
}

// Focusable, so that the keyboard scrolls it where it is cut off.
const scrollPart = () => ({ role: 'region', 'aria-label': m.shortcuts(), tabIndex: 0 }) as const;

/** The keyboard shortcuts, key by key. */
export function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: (reason: CloseReason) => void }) {
  return (
    <Dialog
      open={open}
      title={m.shortcuts()}
      onClose={onClose}
      actions={<Button onClick={() => onClose('other')}>{m.action_close()}</Button>}
    >
      <div {...scrollPart()} className={styles.scroll}>
        {shortcuts().map(({ where, list }) => (
          <section key={where} aria-label={where}>
            <h3 className={styles.where}>{where}</h3>
            <dl className={styles.shortcuts}>
              {list.map(({ keys, does }) => (
                <div key={does} className={styles.shortcut}>
                  <dt>
                    {keys.map((together) => (
                      <Keys key={together.join()} keys={together} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
