import type { ModalContent } from '../../machines/modal/modal.ts';
import type { CloseReason } from '../../ui/dialogProps.ts';

/** The dialogs that the modal opens by name. */
export type DialogName = 'team' | 'newTeam' | 'leaveTeam' | 'projectPeople' | 'projectClient';

/** The props of a dialog opened by its name. */
export interface OpenedDialog {
  readonly open: boolean;
  readonly onClose: (reason: CloseReason) => void;
  readonly attributes: ModalContent['attributes'];
}
