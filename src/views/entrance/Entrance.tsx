import { type FormEvent, type ReactNode, type Ref, useEffect } from 'react';
import { Button } from '../../ui/Button.tsx';
import { takesLostFocus } from '../../ui/EmptyState.tsx';
import { Mark } from '../../ui/Icon.tsx';
import { useIsForwardNavigation } from '../routing.tsx';
import styles from './entrance.module.css';

interface EntranceProps {
  /** Follows the product's name in the title of the window. */
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
  /** Links to other screens. */
  readonly below?: ReactNode;
}

/** The frame of every screen before signing in: the product's logo and a form under it. */
export function Entrance({ name, title, children, below }: EntranceProps) {
  const hasArrived = useIsForwardNavigation();
  useEffect(() => {
    document.title = `Actum ${name}`;
  }, [name]);
  return (
    <main className={styles.entrance}>
      <div className={styles.logo}>
        <Mark />
        <span>Actum</span>
      </div>
      <div className={styles.box}>
        <h1 className={styles.title} {...(hasArrived && { tabIndex: -1, ref: takesLostFocus })}>
          {title}
        </h1>
        {children}
      </div>
      {below && <p className={styles.below}>{below}</p>}
    </main>
  );
}

/** The error or, without one, the success. */
export const Answer = ({ error, success = null }: { readonly error: ReactNode; readonly success?: ReactNode }) =>
  error !== null ? (
    <div className={styles.error} role="alert">
      {error}
    </div>
  ) : (
    success !== null && (
      <div className={styles.success} role="status">
        {success}
      </div>
    )
  );

interface EntranceFormProps {
  readonly label: string;
  readonly formRef: Ref<HTMLFormElement>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly isBusy: boolean;
  readonly action: string;
  readonly children: ReactNode;
}

export const EntranceForm = ({ label, formRef, onSubmit, isBusy, action, children }: EntranceFormProps) => (
  <form ref={formRef} className={styles.form} aria-label={label} noValidate onSubmit={onSubmit}>
    {children}
    <Button kind="primary" size="large" type="submit" loading={isBusy}>
      {action}
    </Button>
  </form>
);
