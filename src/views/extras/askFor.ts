import { m } from '../../messages/messages.ts';
import { shownQuantity } from '../figures.tsx';

/** The label of the offer that follows a refusal by the range: "Ask for 12.5 m² more". */
export const askFor = (quantity: string, unit: string): string => {
  const amount = `${shownQuantity(quantity.replace('-', ''))} ${unit}`.trim();
  return quantity.startsWith('-') ? m.extra_ask_less({ amount }) : m.extra_ask_more({ amount });
};
