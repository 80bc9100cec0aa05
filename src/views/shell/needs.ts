import type { SidebarProject } from '../../../domain/contract/shapes.ts';
import type { Edit } from '../../machines/editQueue/types.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

export interface SidebarPart extends Read {
  readonly projects: ValueStore<readonly SidebarProject[]>;
}

/** Edits that are not saved: how many wait for the connection, and those the server refused. */
export interface UnsentShown {
  readonly waiting: number;
  readonly refused: readonly Edit[];
  readonly retry: () => void;
  readonly giveUp: (keys: readonly string[]) => void;
  readonly copy: (text: string) => Promise<void>;
}
