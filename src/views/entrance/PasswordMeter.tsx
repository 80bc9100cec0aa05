import { isCommon } from '../../../domain/commonPasswords.ts';
import { isGoodPassword, type Own, passwordFault } from '../../../domain/passwords.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import styles from './passwordMeter.module.css';

interface PasswordMeterProps {
  readonly password: string;
  readonly own: Own;
  /** Why the password was refused; shown above already. */
  readonly problem: string | null;
}

/** Says what is wrong with a new password, or what would make it better. */
export function PasswordMeter({ password, own, problem }: PasswordMeterProps) {
  const fault = sentenceText(passwordFault(password, own, isCommon));
  const isGood = isGoodPassword(password);
  const said = fault ?? (isGood ? m.password_good() : m.password_fair());
  return (
    <p className={styles.meter} data-level={fault !== null ? 1 : isGood ? 3 : 2} aria-live="polite">
      <span className={styles.bars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {said !== problem && said}
    </p>
  );
}
