import type { ReactNode } from 'react';

export type CloseReason = 'escape' | 'outside' | 'other';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly wide?: boolean;
  /** As wide as a list of names needs. */
  readonly middle?: boolean;
  /** As wide as two columns of fields need. */
  readonly broad?: boolean;
  /** Shown under the title, or beside it when the dialog is wide. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  /** The person wants to close it; the owner decides. */
  readonly onClose: (reason: CloseReason) => void;
}
