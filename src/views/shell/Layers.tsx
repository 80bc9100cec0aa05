import { useState } from 'react';
import { m } from '../../messages/messages.ts';
import { PointerMenu } from '../../ui/Menu.tsx';
import { latePart } from '../../ui/part.tsx';
import { useContextMenu, useModal } from '../actum.tsx';

const ConfirmDialog = latePart(() => import('../../ui/Dialog.tsx').then((module) => module.ConfirmDialog));

/** Something to be sure of, opened as the modal named "confirm". */
export interface Confirmation {
  readonly title: string;
  readonly description: string;
  readonly action?: string;
  readonly onConfirm: () => void;
}
const isConfirmation = (attributes: Readonly<Record<string, unknown>>): attributes is Readonly<Record<string, unknown>> & Confirmation =>
  typeof attributes.title === 'string' && typeof attributes.description === 'string' && typeof attributes.onConfirm === 'function';

const NOTHING_ASKED: Confirmation = { title: '', description: '', onConfirm: () => undefined };

function HostedModal() {
  const { content, close, pressEscape, clickOverlay } = useModal();
  const asked = content !== null && content.component === 'confirm' && isConfirmation(content.attributes) ? content.attributes : null;
  // A dialog on its way out keeps its words.
  const [latest, setLatest] = useState<Confirmation>(NOTHING_ASKED);
  if (asked !== null && asked !== latest) setLatest(asked);
  const { title, description, action = m.action_delete(), onConfirm } = asked ?? latest;
  return (
    <ConfirmDialog
      wanted={asked !== null}
      open={asked !== null}
      title={title}
      description={description}
      action={action}
      onConfirm={() => {
        onConfirm();
        close();
      }}
      onClose={(reason) => (reason === 'escape' ? pressEscape() : reason === 'outside' ? clickOverlay() : close())}
    />
  );
}

function HostedMenu() {
  const { shown, dismiss, choose } = useContextMenu();
  return (
    <PointerMenu
      at={shown && { x: shown.left, y: shown.top }}
      width={shown?.width ?? 0}
      options={(shown?.options ?? []).map(({ id, label, destructive }) => ({ key: id, label, danger: destructive === true }))}
      onChoose={choose}
      onClose={dismiss}
    />
  );
}

/** The modal and the menu at the pointer. */
export const Layers = () => (
  <>
    <HostedModal />
    <HostedMenu />
  </>
);
