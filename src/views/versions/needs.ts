import type { Version } from '../../../domain/api/shapes.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';

/** A change to a whole version. */
export type VersionChange =
  | { readonly kind: 'creation' }
  | { readonly kind: 'duplication' | 'rename' | 'deletion'; readonly version: Version };
export interface VersionChanged {
  readonly change: VersionChange;
  /** The version to show next; null when the project has none left. */
  readonly versionId: number | null;
}
/** Its input is the new name, for a change that has one. */
export type VersionChanges = FormDialog<VersionChange, string | null, VersionChanged>;
