import type { Client } from '../../../domain/api/parties.ts';
import { m } from '../../messages/messages.ts';
import { shownDay } from '../dates.ts';

/** Number and day of the contract as a line; null where neither is known. */
export const contractLine = ({ contract_number: number, contract_date: date }: Client): string | null => {
  if (number === '') return date === null ? null : m.paper_contract_of({ day: shownDay(date) });
  return date === null ? m.paper_contract({ number }) : m.paper_contract_numbered({ number, day: shownDay(date) });
};
