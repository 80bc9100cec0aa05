import type { FormEvent, KeyboardEvent } from 'react';

/** Ctrl-Enter or Cmd-Enter in a text sends its form. */
export function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The text a form holds. */
export const textIn = (event: FormEvent<HTMLFormElement>): string => String(new FormData(event.currentTarget).get('text') ?? '');
