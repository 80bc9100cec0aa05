import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useIsServerAway, useRetry } from '../actum.tsx';
import { Link, paths, useTitle } from '../routing.tsx';
import styles from './Whole.module.css';

/** Fills the page until the session is known. */
export function WholePageSpinner() {
  const isAway = useIsServerAway();
  const retry = useRetry();
  return (
    <main className={styles.whole}>
      <Spinner size="large" delayed label={m.shell_loading()} />
      {isAway && (
        <>
          <p role="status" className="muted">
            {m.shell_server_away()}
          </p>
          <Button onClick={retry}>{m.shell_try_now()}</Button>
        </>
      )}
    </main>
  );
}

export function NotFound() {
  useTitle(m.shell_not_found());
  return (
    <main className={styles.whole}>
      <EmptyState isInstead level="h1" title={m.shell_nothing_here()} action={<Link to={paths.projects}>{m.shell_to_projects()}</Link>}>
        {m.shell_gone()}
      </EmptyState>
    </main>
  );
}
