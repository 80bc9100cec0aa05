import type { Project } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { shownMoney } from '../figures.tsx';

type ClaimedProps = Pick<Project, 'claimed' | 'currency' | 'separate'>;

/** The amount claimed to date of the project's contract, and of each separate one: they are never added up. */
export const Claimed = ({ claimed, currency, separate }: ClaimedProps) => (
  <>
    <span>{m.estimate_claimed({ amount: `${shownMoney(claimed)} ${currency}` })}</span>
    {separate.map(({ version_id, version_number: number, claimed: own }) => (
      <span key={version_id}>{m.separate_claimed({ number, amount: `${shownMoney(own)} ${currency}` })}</span>
    ))}
  </>
);
