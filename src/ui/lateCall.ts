import { useMemo } from 'react';

interface LateCall<Of> {
  /** Calls the part, at once or when it is ready; of several calls before that, the last. */
  readonly call: (of: Of) => void;
  readonly onReady: (part: ((of: Of) => void) | null) => void;
}

/** A way to call a part whose code may still be loading. A call made `within` one record is dropped when another is shown. */
export function useLateCall<Of>(within: unknown): LateCall<Of> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record starts anew
  return useMemo(() => {
    let ready: ((of: Of) => void) | null = null;
    let waiting: readonly [Of] | null = null;
    return {
      call: (of) => {
        if (ready === null) waiting = [of];
        else ready(of);
      },
      onReady: (part) => {
        ready = part;
        if (part === null || waiting === null) return;
        const [of] = waiting;
        waiting = null;
        part(of);
      },
    };
  }, [within]);
}
