import { useEffect, useState } from 'react';
import type { ModalContent } from '../../machines/modal/modal.ts';
import { m } from '../../messages/messages.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { laterPart, lazyPart, preloadedPart } from '../../ui/part.tsx';
import { useContextMenu, useModal, useProofStore } from '../actum.tsx';
import { useStored } from '../reading.ts';
import { Apart } from './Boundary.tsx';
import type { DialogName, OpenedDialog } from './openedDialog.ts';

const NewTeam = preloadedPart<OpenedDialog>(() => import('../team/NewTeam.tsx').then((module) => module.NewTeamDialog));
const LeaveTeam = preloadedPart<OpenedDialog>(() => import('../team/LeaveTeam.tsx').then((module) => module.LeaveTeam));
const ProjectPeople = preloadedPart<OpenedDialog>(() => import('../team/ProjectPeople.tsx').then((module) => module.ProjectPeople));
const ClientDialog = preloadedPart<OpenedDialog>(() => import('../paper/ClientDialog.tsx').then((module) => module.ClientDialog));
const TeamSettings = preloadedPart<OpenedDialog>(() => import('../team/TeamSettings.tsx').then((module) => module.TeamSettings));

const PointerMenu = preloadedPart(() => import('../../ui/MenuPopup.tsx').then((module) => module.PointerMenu));
const HostedTooltip = laterPart(() => import('./HostedTooltip.tsx').then((module) => module.HostedTooltip));

const ProofDialog = lazyPart(() => import('../proof/ProofDialog.tsx').then((module) => module.ProofDialog));

/** A confirmation, opened as the modal named "confirm". */
export interface Confirmation {
  readonly title: string;
  readonly description: string;
  readonly action?: string;
  readonly onConfirm: () => void;
}
const isConfirmation = (attributes: Readonly<Record<string, unknown>>): attributes is Readonly<Record<string, unknown>> & Confirmation =>
  typeof attributes.title === 'string' && typeof attributes.description === 'string' && typeof attributes.onConfirm === 'function';

/** The dialogs of the modal by name, apart from the confirmation. */
const DIALOGS = {
  team: TeamSettings,
  newTeam: NewTeam,
  leaveTeam: LeaveTeam,
  projectPeople: ProjectPeople,
  projectClient: ClientDialog,
} as const satisfies Readonly<Record<DialogName, unknown>>;
const isDialog = (name: string): name is DialogName => Object.hasOwn(DIALOGS, name);

interface NamedDialogProps {
  readonly content: ModalContent | null;
  readonly onClose: (reason: CloseReason) => void;
}

/** Each opening has fresh state; a closing dialog keeps its content. */
function NamedDialog({ content, onClose }: NamedDialogProps) {
  const [latest, setLatest] = useState({ content, count: 0 });
  if (content !== null && content !== latest.content) setLatest({ content, count: latest.count + 1 });
  const { component: name = '', attributes = {} } = latest.content ?? {};
  if (!isDialog(name)) return null;
  const Named = DIALOGS[name];
  return <Named key={latest.count} mounted open={content !== null} attributes={attributes} onClose={onClose} />;
}

const NOTHING_ASKED: Confirmation = { title: '', description: '', onConfirm: () => undefined };

function HostedModal() {
  const { content, close, pressEscape, clickOverlay } = useModal();
  const asked = content !== null && content.component === 'confirm' && isConfirmation(content.attributes) ? content.attributes : null;
  // A closing dialog keeps its text.
  const [latest, setLatest] = useState<Confirmation>(NOTHING_ASKED);
  if (asked !== null && asked !== latest) setLatest(asked);
  const onClose = (reason: CloseReason) => (reason === 'escape' ? pressEscape() : reason === 'outside' ? clickOverlay() : close());
  const { title, description, action = m.action_delete(), onConfirm } = asked ?? latest;
  return (
    <>
      <ConfirmDialog
        open={asked !== null}
        title={title}
        description={description}
        action={action}
        onConfirm={() => {
          onConfirm();
          close();
        }}
        onClose={onClose}
      />
      <NamedDialog content={content} onClose={onClose} />
    </>
  );
}

/** Dismisses the open menu at the pointer, even before its code is loaded. */
function useDismissals(isOpen: boolean, dismiss: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const leave = new AbortController();
    addEventListener('resize', dismiss, leave);
    addEventListener('scroll', dismiss, { signal: leave.signal, capture: true });
    // On the window, so that it runs last: handlers below still see that a menu is open.
    addEventListener('keydown', ({ key }) => key === 'Escape' && dismiss(), leave);
    addEventListener(
      'pointerdown',
      ({ target }) => target instanceof Element && target.closest('[role=menu]') === null && dismiss(),
      leave,
    );
    return () => leave.abort();
  }, [isOpen, dismiss]);
}

function HostedMenu() {
  const { shown, dismiss, choose } = useContextMenu();
  useDismissals(shown !== null, dismiss);
  return (
    <PointerMenu
      mounted={shown !== null}
      at={shown && { x: shown.left, y: shown.top }}
      width={shown?.width ?? 0}
      options={(shown?.options ?? []).map(({ id, label, destructive = false, locked = false }) => ({
        key: id,
        label,
        danger: destructive,
        locked,
      }))}
      onChoose={choose}
      onClose={dismiss}
    />
  );
}

/** The dialog that asks for proof, over the dialog or page that needed it. */
function HostedProof() {
  const proof = useStored(useProofStore());
  return (
    proof !== null && (
      <Arriving>
        <ProofDialog proof={proof} />
      </Arriving>
    )
  );
}

/** The modal, the menu at the pointer, the tooltip, and the dialog that asks for proof. */
export const Layers = () => (
  <>
    <Apart>
      <HostedModal />
    </Apart>
    <Apart>
      <HostedMenu />
    </Apart>
    <Apart>
      <HostedTooltip />
    </Apart>
    <Apart>
      <HostedProof />
    </Apart>
  </>
);
