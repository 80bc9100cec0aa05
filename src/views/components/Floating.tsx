import { useState } from 'react';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { Toast, ToastRegion } from '../../ui/Toast.tsx';
import { useOpenContextMenu, useOpenModal, useShowNotice } from '../actum.tsx';
import styles from './components.module.css';
import { Section } from './Section.tsx';

const ACTS = [
  { key: '1', label: 'Act 1', group: 'Accepted' },
  { key: '2', label: 'Act 2', group: 'Accepted', chosen: true },
  { key: '3', label: 'Act 3', group: 'In progress' },
  { key: 'delete', label: 'Delete', danger: true },
];

function Dialogs() {
  const [open, setOpen] = useState<'none' | 'form' | 'confirm' | 'nonclosable'>('none');
  const openModal = useOpenModal();
  const showNotice = useShowNotice();
  const close = () => setOpen('none');
  return (
    <Section title="Dialogs">
      <p className={styles.line}>
        <Button onClick={() => setOpen('form')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('nonclosable')}>Closes by its button alone</Button>
        <Button
          onClick={() =>
            openModal({
              component: 'confirm',
              nonclosable: true,
              attributes: {
                title: 'Leave without saving?',
                description: 'The modal actor decides: Escape and the overlay do nothing here.',
                action: 'Leave',
                onConfirm: () => showNotice('Left', 'done'),
              },
            })
          }
        >
          Confirm of the modal actor
        </Button>
      </p>
      <Dialog
        open={open === 'form'}
        title="New project"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" onClick={close}>
              Create project
            </Button>
          </>
        }
      >
        <Field label="Project name" placeholder="Linden Street 14, block A" autoComplete="off" autoFocus />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete “Roof”?"
        description="All its rows, worth 159 027.16 €, are deleted with it, and the totals are recalculated. Undo brings the list back."
        onConfirm={close}
        onClose={close}
      />
      <Dialog
        open={open === 'nonclosable'}
        title="Read this first"
        lead="Escape and a press outside ask its owner, and the owner says no."
        onClose={() => undefined}
        actions={
          <Button kind="primary" onClick={close}>
            I have read it
          </Button>
        }
      />
    </Section>
  );
}

/** Dialogs, toasts and popups. */
export function Floating() {
  const [isOpen, setIsOpen] = useState(false);
  const [toast, setToast] = useState<string | null>(null);
  const openMenu = useOpenContextMenu();
  const showNotice = useShowNotice();
  const openAt = (pageX: number, pageY: number) =>
    openMenu({
      pageX,
      pageY,
      options: [
        { id: 'copy', label: 'Copy' },
        { id: 'rename', label: 'Rename' },
        { id: 'delete', label: 'Delete', destructive: true },
      ],
      onChosen: (id) => showNotice(`Chosen: ${id}`, 'done'),
    });
  return (
    <>
      <Dialogs />
      <Section title="Menus, popups, tooltips, toasts">
        <p className={styles.line}>
          <Menu
            trigger={
              <button type="button" className={buttonClass()}>
                Menu
                <Icon name="chevronDown" />
              </button>
            }
            options={ACTS}
            onChoose={(key) => showNotice(`Chosen: ${key}`, 'done')}
          />
          <Popup trigger={<Button>Popup</Button>} label="A popup" open={isOpen} onOpenChange={setIsOpen}>
            <p>It opens above its button, from the left edge.</p>
            <Button size="small" onClick={() => setIsOpen(false)}>
              Close
            </Button>
          </Popup>
          <Button tip="It appears in 250 ms, and on focus at once.">Tooltip</Button>
          <Button onClick={() => setToast('“Roof” deleted, 7 rows')}>Toast</Button>
        </p>
        <section
          aria-label="Context menu"
          className={styles.pad}
          onContextMenu={(event) => {
            event.preventDefault();
            openAt(event.clientX, event.clientY);
          }}
        >
          <span>Press the right button here</span>
          <Button
            kind="func"
            size="small"
            onClick={(event) => {
              const { left, bottom } = event.currentTarget.getBoundingClientRect();
              openAt(left, bottom);
            }}
          >
            or open it from the keyboard
          </Button>
        </section>
        {toast !== null && (
          <ToastRegion>
            <Toast action={{ label: 'Undo', onPress: () => setToast(null) }}>{toast}</Toast>
          </ToastRegion>
        )}
      </Section>
    </>
  );
}
