import type { AnyStateMachine } from 'xstate';
import type { ModelEvent } from '../../src/machines/model.ts';

/** How one kind of test performs a step: by sending, by clicking, by answering a held call. */
export interface Driver {
  /** Performs an event of a person or another actor. */
  readonly act: (event: never) => void | Promise<void>;
  readonly resolve: (actor: string, output: unknown) => void | Promise<void>;
  readonly reject: (actor: string, error: unknown) => void | Promise<void>;
  /** Lets a delay pass. */
  readonly elapse: (event: { readonly type: string }) => void | Promise<void>;
}

export async function drive<M extends AnyStateMachine>(event: ModelEvent<M>, driver: Driver): Promise<void> {
  const given: { readonly type: string; readonly output?: unknown; readonly error?: unknown } = event;
  const [, kind, actor = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/.exec(given.type) ?? [];
  switch (kind) {
    case undefined:
      return driver.act(event as never);
    case 'done.actor':
      return driver.resolve(actor, given.output);
    case 'error.actor':
      return driver.reject(actor, given.error);
    default:
      return driver.elapse(given);
  }
}
