import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import type { Failure } from '../reading.ts';
import { Link, paths } from '../routing.tsx';

interface UnreadProps {
  readonly failure: Failure;
  /** Says that it could not be read, and that there is no such thing. */
  readonly title: string;
  readonly missing: string;
  readonly onRetry: () => void;
}

/** Says why a screen shows nothing: another try may help, it is not open to the person, or there is nothing to read. */
export function Unread({ failure, title, missing, onRetry }: UnreadProps) {
  if (failure.isClosed === true)
    return <EmptyState title={failure.sentence} action={<Link to={paths.projects}>{m.shell_to_projects()}</Link>} />;
  if (!failure.isMissing) return <FailedState title={title} sentence={failure.sentence} onRetry={onRetry} />;
  return (
    <EmptyState title={missing} action={<Link to={paths.projects}>{m.shell_to_projects()}</Link>}>
      {m.missing_why()}
    </EmptyState>
  );
}
