import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link, paths } from '../routing.tsx';

/** Shown when the version on screen has been deleted. */
export const VersionGone = ({ projectId }: { readonly projectId: number }) => (
  <EmptyState
    isInstead
    title={m.versions_gone()}
    action={
      <Link to={paths.project(projectId)} className={buttonClass({ kind: 'primary' })}>
        {m.versions_to_latest()}
      </Link>
    }
  >
    {m.versions_gone_why()}
  </EmptyState>
);
