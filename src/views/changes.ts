import type { ListCosts, Project, Version } from '../../domain/contract/shapes.ts';
import type { FormDialog } from '../machines/formDialog/formDialog.ts';

/** What is done to a project, a version or a list as a whole; with each stands what it comes to. */
export interface ProjectChange {
  readonly kind: 'rename' | 'deletion' | 'restoration';
  readonly project: Project;
}
export type VersionChange =
  | { readonly kind: 'creation' }
  | { readonly kind: 'duplication' | 'rename' | 'deletion'; readonly version: Version };
export interface VersionChanged {
  readonly change: VersionChange;
  /** The version to look at from now on; null when the project has none left. */
  readonly versionId: number | null;
}
export type ListChange =
  | { readonly kind: 'creation' }
  | { readonly kind: 'rename'; readonly list: ListCosts }
  | { readonly kind: 'deletion'; readonly list: ListCosts }
  /** `afterId` null is the first place. */
  | { readonly kind: 'move'; readonly list: ListCosts; readonly afterId: number | null };
export interface ListChanged {
  readonly change: ListChange;
  readonly listId: number;
}

/** Each takes the name that was typed, where one is asked for. */
export type ProjectChanges = FormDialog<ProjectChange, string | null, ProjectChange>;
export type VersionChanges = FormDialog<VersionChange, string | null, VersionChanged>;
export type ListChanges = FormDialog<ListChange, string | null, ListChanged>;
