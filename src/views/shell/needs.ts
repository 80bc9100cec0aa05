import type { SidebarProject } from '../../../domain/api/shapes.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';
import type { TeamNews } from '../projectNews.ts';

export interface SidebarPart extends Read {
  readonly projects: ValueStore<readonly SidebarProject[]>;
  readonly news: TeamNews;
}
