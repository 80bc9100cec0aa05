import type { CallbackActorLogic } from 'xstate';
import type { ExtrasPage } from '../../../domain/api/contractShapes.ts';
import type { extraMachine } from '../../machines/extra/extra.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** Extras were requested, decided or withdrawn, here or elsewhere. */
export interface ExtrasChanged {
  readonly type: 'extras.changed';
}
type Watch = CallbackActorLogic<{ readonly type: 'none' }, { readonly projectId: number }, ExtrasChanged>;
export interface ExtrasShown extends Read {
  readonly page: ValueStore<ExtrasPage>;
}
export interface ExtraScreens {
  readonly extra: typeof extraMachine;
  /** The extras of a version. */
  readonly page: (versionId: number) => ExtrasShown;
  readonly watch: Watch;
  /** The number of extras to decide in a project, kept up to date while it is on screen. */
  readonly waiting: () => { readonly count: ValueStore<number>; readonly watch: Watch };
}
