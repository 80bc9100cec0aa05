import { fromPromise, type PromiseActorLogic } from 'xstate';

/** Runs every callback of every settled promise. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Holds all calls to the outside until the test answers them. */
export function holdCalls() {
  const pending = new Map<string, PromiseWithResolvers<unknown>>();
  const ask = (name: string, signal: AbortSignal): Promise<unknown> => {
    if (pending.has(name)) throw new Error(`${name} is asked while it is still being answered`);
    const call = Promise.withResolvers<unknown>();
    pending.set(name, call);
    signal.addEventListener('abort', () => pending.delete(name));
    return call.promise;
  };
  const answered = (name: string): PromiseWithResolvers<unknown> => {
    const call = pending.get(name);
    if (call === undefined)
      throw new Error(
        `Nobody asks for ${name} (the promises of testEdges or testView name it); asked are: ${[...pending.keys()].join(', ')}`,
      );
    pending.delete(name);
    return call;
  };
  return {
    ask,
    pending: (): readonly string[] => [...pending.keys()],
    /** An actor that makes a held call under a name. */
    actor: (name: string) => fromPromise<unknown>(({ signal }) => ask(name, signal)) as PromiseActorLogic<never> as never,
    async resolve(name: string, output: unknown): Promise<void> {
      answered(name).resolve(output);
      await settled();
    },
    async reject(name: string, error: unknown): Promise<void> {
      answered(name).reject(error);
      await settled();
    },
  };
}
export type HeldCalls = ReturnType<typeof holdCalls>;
