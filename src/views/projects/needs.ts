import type { DeletedProject, Project } from '../../../domain/contract/shapes.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

export interface ProjectsScreen extends Read {
  readonly projects: ValueStore<readonly Project[]>;
  /** Deleted projects that can still be restored. */
  readonly bin: ValueStore<readonly DeletedProject[]>;
  readonly newProject: FormDialog<null, string, Project>;
}

/** A change of a project as a whole; the project is the one from before it, and from after it in its outcome. */
export interface ProjectChange {
  readonly kind: 'rename' | 'deletion' | 'restoration';
  readonly project: Project;
}
/** Given the new name, where one is asked for. */
export type ProjectChanges = FormDialog<ProjectChange, string | null, ProjectChange>;
