import { fromPromise, type NonReducibleUnknown } from 'xstate';

/**
 * An actor that makes a call and answers once. An aborted call never settles, because React's StrictMode starts every actor of a screen twice and the
 * first call's end would be taken for the second's.
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
