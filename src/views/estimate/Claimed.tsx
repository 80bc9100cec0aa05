import type { Project } from '../../../domain/contract/shapes.ts';
import { m } from '../../messages/messages.ts';
import { shownMoney } from '../figures.tsx';

/** The sum claimed by the acts of all versions of the project. */
export const Claimed = ({ claimed, currency }: Pick<Project, 'claimed' | 'currency'>) => (
  <span>{m.estimate_claimed({ amount: `${shownMoney(claimed)} ${currency}` })}</span>
);
