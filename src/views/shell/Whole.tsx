import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useIsServerAway, useRetry } from '../actum.tsx';
import { Link, paths, useTitle } from '../routing.tsx';
import styles from './Whole.module.css';

/** The whole page while it is decided who is here. */
export function WholePageSpinner() {
  const isAway = useIsServerAway();
  const retry = useRetry();
  return (
    <main className={styles.whole}>
      <Spinner size="large" delayed label="Loading" />
      {isAway && (
        <>
          <p role="status" className="muted">
            The server cannot be reached. Trying again by itself.
          </p>
          <Button onClick={retry}>Try now</Button>
        </>
      )}
    </main>
  );
}

export function NotFound() {
  useTitle('Not found');
  return (
    <main className={styles.whole}>
      <EmptyState title="There is nothing at this address" action={<Link to={paths.projects}>Go to your projects</Link>}>
        It may have been deleted, or belong to another team.
      </EmptyState>
    </main>
  );
}
