import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { m } from '../messages/messages.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { isNarrow } from './narrow.ts';
import styles from './Shell.module.css';

/** Whether the sidebar is folded, and a function to change that. */
interface Folding {
  readonly folded: boolean;
  readonly setFolded: (folded: boolean) => void;
}

interface ShellProps {
  /** The product's name and mark, a link home. */
  readonly brand: ReactNode;
  /** Links that lead here, outermost first; the page's title follows them. */
  readonly trail?: readonly { readonly key: string; readonly link: ReactNode }[];
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly sidebar?: ReactNode;
  readonly sidebarLabel?: string;
  readonly folding: Folding;
  readonly subbar?: ReactNode;
  readonly status?: ReactNode;
  /** The person came from another screen, so the focus moves to the start of this one. */
  readonly arrived?: boolean;
  readonly children: ReactNode;
}

/** On a phone the sidebar always starts folded. */
export function useFolding(startsFolded: boolean): Folding {
  const [folded, setFolded] = useState(() => startsFolded || isNarrow());
  return { folded, setFolded };
}

/** One top bar, a sidebar that folds away, one sub-bar, then the screen itself. */
export function Shell({
  brand,
  trail = [],
  title,
  actions,
  sidebar,
  sidebarLabel = m.shell_projects(),
  folding: { folded, setFolded },
  subbar,
  status,
  arrived,
  children,
}: ShellProps) {
  const foldable = sidebar !== undefined;
  const content = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const shell = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    setFolded(true);
    toggle.current?.focus();
  }, [setFolded]);
  useEffect(() => {
    // A menu or a dialog above the sidebar is elsewhere in the document, and closes first.
    const press = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && isNarrow() && (target === document.body || shell.current?.contains(target as Node))) close();
    };
    if (!folded) addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [folded, close]);
  // Runs again when a screen hidden while code was loading is shown again, because hiding it took the focus.
  useLayoutEffect(() => {
    if (arrived && document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <div ref={shell} className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {m.shell_skip()}
      </a>
      <header className={styles.topbar}>
        {foldable && (
          <Button
            kind="ghost"
            size="small"
            ref={toggle}
            icon="sidebar"
            aria-label={folded ? m.shell_show_sidebar() : m.shell_fold_sidebar()}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          />
        )}
        <span className={styles.brand}>{brand}</span>
        <div className={styles.crumbs}>
          {trail.length > 0 && (
            <nav aria-label={m.shell_trail()} className={styles.trail}>
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
          <button type="button" className={styles.shade} aria-label={m.shell_close_sidebar()} onClick={close} />
          <nav className={styles.sidebar} aria-label={sidebarLabel}>
            {sidebar}
          </nav>
        </>
      )}
      <main id="content" ref={content} tabIndex={-1} className={classNames(styles.main, (!foldable || folded) && styles.whole)}>
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

/** Links side by side; the current one is underlined and carries `aria-current`. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
