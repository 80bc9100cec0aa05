import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import type { Failure } from '../reading.ts';
import { Link, paths } from '../routing.tsx';

interface UnreadProps {
  readonly failure: Failure;
  /** Two messages: it could not be loaded, or it does not exist. */
  readonly title: string;
  readonly missing: string;
  readonly onRetry: () => void;
}

/** Why a screen is empty: another attempt may help, it is not open to the person, or it does not exist. */
export function Unread({ failure, title, missing, onRetry }: UnreadProps) {
  if (failure.isClosed === true)
    return <EmptyState isInstead title={failure.sentence} action={<Link to={paths.projects}>{m.shell_to_projects()}</Link>} />;
  if (!failure.isMissing) return <FailedState title={title} sentence={failure.sentence} onRetry={onRetry} />;
  return (
    <EmptyState isInstead title={missing} action={<Link to={paths.projects}>{m.shell_to_projects()}</Link>}>
      {m.missing_why()}
    </EmptyState>
  );
}
