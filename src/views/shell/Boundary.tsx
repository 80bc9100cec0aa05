import { Component, type ReactNode } from 'react';
import { m } from '../../messages/messages.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { buttonClass, PlainButton } from '../../ui/PlainButton.tsx';
import { PartUnavailable } from '../../ui/partUnavailable.ts';
import { Link, paths, usePlace } from '../routing.tsx';
import styles from './Boundary.module.css';

interface BoundaryProps {
  /** Where the person is: going elsewhere tries again. */
  readonly place: string;
  readonly fallback: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps what breaks inside it from taking the rest of the page along. React hands the error to the root, which reports it. */
class Catching extends Component<BoundaryProps, { readonly broken: { readonly by: unknown } | null }> {
  override state: { readonly broken: { readonly by: unknown } | null } = { broken: null };
  static getDerivedStateFromError(by: unknown) {
    return { broken: { by } };
  }
  override componentDidUpdate({ place }: BoundaryProps) {
    if (this.state.broken !== null && place !== this.props.place) this.begin();
  }
  begin = () => {
    if (this.state.broken?.by instanceof PartUnavailable) this.state.broken.by.forget();
    this.setState({ broken: null });
  };
  retry = () => {
    // A newer release has other files: only a new page knows their names.
    if (this.state.broken?.by instanceof PartUnavailable && navigator.onLine) window.location.reload();
    else this.begin();
  };
  override render() {
    return this.state.broken === null ? this.props.children : this.props.fallback(this.retry);
  }
}

interface Bounds {
  /** What stands where the broken part stood: given the words and the ways on. */
  readonly around?: (broken: ReactNode) => ReactNode;
  /** Whether the projects are a way on. */
  readonly leadsHome?: boolean;
  readonly children: ReactNode;
}

/** Says in plain words that this part stopped, and offers to try again or to leave for the projects. */
export function Boundary({ around = (broken) => broken, leadsHome = true, children }: Bounds) {
  return (
    <Catching
      place={usePlace()}
      fallback={(retry) =>
        around(
          <div role="alert">
            <EmptyState
              title={m.broken_title()}
              action={
                <div className={styles.ways}>
                  <PlainButton kind="primary" onClick={retry}>
                    {m.action_try_again()}
                  </PlainButton>
                  {leadsHome && (
                    <Link to={paths.projects} className={buttonClass()}>
                      {m.shell_to_projects()}
                    </Link>
                  )}
                </div>
              }
            >
              {m.broken_why()}
            </EmptyState>
          </div>,
        )
      }
    >
      {children}
    </Catching>
  );
}

const nothing = () => null;

/** What lies over the page and stops is gone; the page goes on without it. */
export const Apart = ({ children }: { readonly children: ReactNode }) => <Boundary around={nothing}>{children}</Boundary>;
