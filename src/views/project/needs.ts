import type { Project, Version } from '../../../domain/api/shapes.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';
import type { VersionChanges } from '../versions/needs.ts';

/** A project with the versions of its estimate. */
export interface ProjectWithVersions {
  readonly project: Project;
  readonly versions: readonly Version[];
}
export interface ProjectScreen extends Read {
  readonly project: ValueStore<ProjectWithVersions>;
  readonly versionChanges: VersionChanges;
  /** The version a link to the project leads to; undefined while it has none. */
  readonly leading: Read & { readonly version: ValueStore<{ readonly id: number | undefined }> };
}
