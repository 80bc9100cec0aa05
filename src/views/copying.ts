import { useState } from 'react';
import { useScreens } from './screens.tsx';

/** Copies a text. The browser may refuse: without a secure connection it gives pages no clipboard. */
export function useCopying() {
  const { copyText } = useScreens();
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = (text: string) =>
    void copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  return { outcome, copy };
}
