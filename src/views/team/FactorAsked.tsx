import type { Team } from '../../../domain/api/people.ts';
import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dayOf, shownDay } from '../dates.ts';
import { Link, paths } from '../routing.tsx';

/** Tells a person without a second factor that their team requires one: as a hint before the day, and instead of the team's screens from then on. */
export function FactorAsked({ team: { name, factor_from, is_closed } }: { readonly team: Team }) {
  if (factor_from === undefined) return null;
  const lead = m.factor_add_now();
  if (is_closed) {
    return (
      <EmptyState
        level="h1"
        title={m.factor_closed({ team: name })}
        action={
          <Link to={paths.account} className={buttonClass({ kind: 'primary' })}>
            {lead}
          </Link>
        }
      >
        {m.factor_closed_why()}
      </EmptyState>
    );
  }
  return (
    <Banner tone="waits">
      {m.factor_soon({ team: name, day: shownDay(dayOf(new Date(factor_from))) })} <Link to={paths.account}>{lead}</Link>
    </Banner>
  );
}
