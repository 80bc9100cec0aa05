/** Does the work at the first call and gives every caller the same promise. A failed one is dropped, so that the next call tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null;
  return () => {
    promise ??= work().catch((error: unknown) => {
      promise = null;
      throw error;
    });
    return promise;
  };
}
