import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Shell.module.css';

interface ShellProps {
  /** The product's name and mark, a link home. */
  readonly brand: ReactNode;
  /** Links that lead here, outermost first; the page's title follows them. */
  readonly trail?: readonly { readonly key: string; readonly link: ReactNode }[];
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly sidebar?: ReactNode;
  readonly sidebarLabel?: string;
  /** Whether the sidebar starts folded; on a phone it always does. */
  readonly startsFolded?: boolean;
  readonly subbar?: ReactNode;
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(max-width: 720px)').matches;

/** One top bar, a sidebar that folds away, one sub-bar, then the screen itself. */
export function Shell({
  brand,
  trail = [],
  title,
  actions,
  sidebar,
  sidebarLabel = 'Projects',
  startsFolded = false,
  subbar,
  status,
  children,
}: ShellProps) {
  const [folded, setFolded] = useState(() => startsFolded || isNarrow());
  const foldable = sidebar !== undefined;
  return (
    <div className={styles.shell}>
      <header className={styles.topbar}>
        {foldable && (
          <Button
            kind="ghost"
            size="small"
            icon="sidebar"
            aria-label={folded ? 'Show the sidebar' : 'Fold the sidebar'}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          />
        )}
        <span className={styles.brand}>{brand}</span>
        <div className={styles.crumbs}>
          {trail.length > 0 && (
            <nav aria-label="Where you are" className={styles.trail}>
              {trail.map(({ key, link }) => (
                <span key={key} className={styles.level}>
                  {link}
                  <span className={styles.separator}>/</span>
                </span>
              ))}
            </nav>
          )}
          <h1>{title}</h1>
        </div>
        <span className="grow" />
        <div className={styles.actions}>{actions}</div>
      </header>
      {foldable && !folded && (
        <>
          <button type="button" className={styles.shade} aria-label="Close the sidebar" onClick={() => setFolded(true)} />
          <nav className={styles.sidebar} aria-label={sidebarLabel}>
            {sidebar}
          </nav>
        </>
      )}
      <main className={classNames(styles.main, (!foldable || folded) && styles.whole)}>
        {subbar !== undefined && <div className={styles.subbar}>{subbar}</div>}
        {children}
        {status !== undefined && <div className={styles.status}>{status}</div>}
      </main>
    </div>
  );
}

export function SideHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.sideHead}>{children}</div>;
}

/** Links side by side, the one shown underlined; the links carry `aria-current`. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

export const sideCount: string | undefined = styles.count;
