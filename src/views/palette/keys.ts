import { m } from '../../messages/messages.ts';

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The key that makes a letter a command on this machine, as it is written on it. */
export const commandKey = (): string => (isApple() ? '⌘' : m.key_ctrl());

/** Ctrl-K or Cmd-K; where the layout has no Latin letters, the key that stands in K's place. */
export const asksForPalette = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)));

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'));

/** A question mark that is not part of a text. */
export const asksForShortcuts = ({ key, ctrlKey, metaKey, target, defaultPrevented }: KeyboardEvent): boolean =>
  key === '?' && !ctrlKey && !metaKey && !defaultPrevented && !isField(target);

/** Whether a dialog waits for its answer: nothing else opens until it has it. */
export const isAsked = (): boolean => document.querySelector('[data-modal]') !== null;
