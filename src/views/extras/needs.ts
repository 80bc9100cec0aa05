import type { CallbackActorLogic } from 'xstate';
import type { Extra, ExtrasPage } from '../../../domain/contract/contractShapes.ts';
import type { extraMachine } from '../../machines/extra/extra.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** Extras were asked for, decided or withdrawn, here or elsewhere. */
export interface ExtrasChanged {
  readonly type: 'extras.changed';
}
/** How many wait to be decided, by version. */
export interface ExtrasWaiting {
  readonly type: 'extras.waiting';
  readonly versions: readonly number[];
}
export interface ExtrasShown extends Read {
  readonly page: ValueStore<ExtrasPage>;
}
export interface ExtraScreens {
  readonly extra: typeof extraMachine;
  /** The extras of a version: those of a status, or all. */
  readonly page: (versionId: number, status: Extra['status'] | null) => ExtrasShown;
  readonly watch: CallbackActorLogic<{ readonly type: 'none' }, { readonly projectId: number }, ExtrasChanged>;
  readonly watchWaiting: CallbackActorLogic<{ readonly type: 'none' }, { readonly projectId: number }, ExtrasWaiting>;
}
