import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { newFactorMachine } from '../../machines/newFactor/newFactor.ts';
import { m } from '../../messages/messages.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './factors.module.css';

/** The codes as a file, made in the page. */
const fileOf = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Actum\n\n${codes.join('\n')}\n`)}`;

/** Recovery codes, shown this once. */
export function RecoveryCodes({ adding }: { readonly adding: ActorRefFrom<typeof newFactorMachine> }) {
  const codes = useSelector(adding, ({ context }) => context.codes);
  const noted = () => adding.send({ type: 'codes.noted' });
  return (
    <Dialog
      open={codes.length > 0}
      title={m.factor_codes_title()}
      lead={m.factor_codes_why()}
      // Neither Escape nor a press outside closes the dialog, because the codes are shown only once.
      onClose={(reason) => reason === 'other' && noted()}
      actions={
        <>
          <a className={buttonClass()} href={fileOf(codes)} download="actum-recovery-codes.txt">
            {m.factor_codes_save()}
          </a>
          <Button kind="primary" onClick={noted}>
            {m.factor_codes_noted()}
          </Button>
        </>
      }
    >
      <ol className={styles.shown}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
