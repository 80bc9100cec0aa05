import type { DeletedProject, Project } from '../../../domain/api/shapes.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';
import type { TeamNews } from '../projectNews.ts';

/** `currencyCode` as in ISO 4217. */
export interface NewProject {
  readonly name: string;
  readonly currencyCode: string;
}
export interface ProjectsScreen extends Read {
  readonly projects: ValueStore<readonly Project[]>;
  /** Deleted projects that can still be restored. */
  readonly bin: ValueStore<readonly DeletedProject[]>;
  readonly news: TeamNews;
  readonly newProject: FormDialog<null, NewProject, Project>;
}

/** A change to a whole project. Its input is the project before the change, its outcome the project after it. */
export interface ProjectChange {
  readonly kind: 'rename' | 'currency' | 'duplication' | 'deletion' | 'restoration';
  readonly project: Project;
}
/** Its input is the new name, or the code of the currency, for a change that has one. */
export type ProjectChanges = FormDialog<ProjectChange, string | null, ProjectChange>;
