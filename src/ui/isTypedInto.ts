/** Whether keys and pastes that arrive at this element belong to its own text. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'));
