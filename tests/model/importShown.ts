/** The expected screen of an import in each state of its machine, in a browser and without one. */
import type { SnapshotFrom } from 'xstate';
import type { importMachine } from '../../src/machines/import/import.ts';

type Snapshot = SnapshotFrom<typeof importMachine>;

/** Whether a dialog lies over the screen. */
export const isModal = (snapshot: Snapshot) =>
  snapshot.matches({ reviewing: 'confirmingRemoval' }) ||
  snapshot.matches({ reviewing: 'confirmingCancel' }) ||
  snapshot.matches({ reviewing: 'cancelling' }) ||
  snapshot.matches({ reviewing: 'checkingNumbers' }) ||
  snapshot.matches({ reviewing: 'seeingDoubts' }) ||
  (snapshot.matches({ reviewing: 'changing' }) && !['line', 'column', 'remedy'].includes(snapshot.context.change?.what ?? ''));
/** The heading of the screen, in a project with an estimate or without one. */
export function titleOf(snapshot: Snapshot, hasEstimate = false): string | null {
  const { found, sentence, brought } = snapshot.context;
  if (snapshot.matches('uploading')) return brought && 'file' in brought ? 'Sending estimate.xlsx' : 'Sending the pasted rows';
  if (snapshot.matches('withdrawing')) return 'Cancelling the upload';
  if (snapshot.matches('choosing')) return 'Choose another file';
  if (snapshot.matches('absent')) return hasEstimate ? 'New version from a file' : 'No file is waiting';
  if (snapshot.matches('refused')) return 'This file could not be read';
  if (snapshot.matches({ reading: 'stopping' })) return 'Cancelling the import';
  if (snapshot.matches('reading') && sentence !== null) return 'The import could not be loaded';
  if (snapshot.matches('reading') && found !== null) return 'Reading estimate.xlsx';
  return null;
}
/** The title of the dialog over it; the titles that name something are given. */
export function dialogOf(snapshot: Snapshot, named: { readonly file: string; readonly row: string }): string | null {
  if (snapshot.matches({ reviewing: 'confirmingCancel' }) || snapshot.matches({ reviewing: 'cancelling' }))
    return `Cancel the import of ${named.file}`;
  if (snapshot.matches({ reviewing: 'confirmingRemoval' })) return `Delete row ${named.row}`;
  if (snapshot.matches({ reviewing: 'changing' }) && snapshot.context.change?.what === 'row') return `Delete row ${named.row}`;
  if (snapshot.matches({ reviewing: 'seeingDoubts' })) return 'Before you finish';
  const isFinishingLater = snapshot.matches('finishing') && snapshot.context.found?.is_first_import === false;
  return snapshot.matches({ reviewing: 'checkingNumbers' }) || isFinishingLater ? 'Check Numbers' : null;
}
