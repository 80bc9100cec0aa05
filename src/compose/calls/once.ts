/** Does the work at the first call and gives everyone the same promise; a failed one is forgotten, so that the next call tries again. */
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
