import type { Version } from '../../../domain/contract/shapes.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';

/** A change of a version as a whole. */
export type VersionChange =
  | { readonly kind: 'creation' }
  | { readonly kind: 'duplication' | 'rename' | 'deletion'; readonly version: Version };
export interface VersionChanged {
  readonly change: VersionChange;
  /** The version to show from now on; null when the project has none left. */
  readonly versionId: number | null;
}
/** Given the new name, where one is asked for. */
export type VersionChanges = FormDialog<VersionChange, string | null, VersionChanged>;
