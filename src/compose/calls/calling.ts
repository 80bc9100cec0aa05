import { fromPromise, type NonReducibleUnknown } from 'xstate';

/**
 * An actor that makes a call and settles once. An aborted call never settles: React's StrictMode starts every actor of a screen twice, and the
 * end of the first call would be taken for that of the second.
 */
export const calling = <Output, Input = NonReducibleUnknown>(
  make: (asked: { readonly input: Input; readonly signal: AbortSignal }) => Promise<Output>,
) =>
  fromPromise<Output, Input>(async (asked) => {
    try {
      return await make(asked);
    } catch (error) {
      if (asked.signal.aborted) return new Promise<Output>(() => undefined);
      throw error;
    }
  });
