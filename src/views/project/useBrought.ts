import { useEffect, useRef, useState } from 'react';
import { isTypedInto } from '../../ui/isTypedInto.ts';
import { isAsked } from '../palette/keys.ts';

interface Takers {
  readonly onFile: (file: File) => void;
  /** Called with pasted rows; absent where rows cannot be pasted now. */
  readonly onText?: (text: string) => void;
}

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Takes a file dropped anywhere in the window, or pasted files and rows. Returns whether a file is being dragged over the window. */
export function useBrought(takers: Takers): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(takers);
  useEffect(() => {
    latest.current = takers;
  });
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const take = (files: FileList | undefined) => {
      const file = files?.[0];
      if (file) latest.current.onFile(file);
      return file !== undefined;
    };
    addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      { signal },
    );
    addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer?.files);
      },
      { signal },
    );
    addEventListener(
      'paste',
      (event) => {
        if (isTypedInto(event.target) || isAsked() || take(event.clipboardData?.files)) return;
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (text.trim() !== '') latest.current.onText?.(text);
      },
      { signal },
    );
    return () => leave.abort();
  }, []);
  return isOver;
}
