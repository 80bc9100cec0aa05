import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { shareMachine } from '../../machines/share/share.ts';
import { m } from '../../messages/messages.ts';
import { told } from '../../messages/told.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './act.module.css';

/** The public link of the act: made, copied, withdrawn. */
export function ShareDialog({ share, name }: { readonly share: ActorRefFrom<typeof shareMachine>; readonly name: string }) {
  const snapshot = useSelector(share, (current) => current);
  const { link, sentence } = snapshot.context;
  const isCreating = snapshot.matches('creating');
  const isWithdrawing = snapshot.matches('withdrawing');
  const close = () => share.send({ type: 'share.closed' });
  return (
    <Dialog
      open={!snapshot.matches('closed')}
      title={m.act_share_title({ name })}
      lead={link === null ? m.act_share_lead() : m.act_shared_lead()}
      onClose={close}
      actions={
        <>
          {link !== null && (
            <Button kind="ghost" loading={isWithdrawing} onClick={() => share.send({ type: 'sharing.stopped' })}>
              {m.act_stop_sharing()}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={close}>{m.action_close()}</Button>
          {link === null && (
            <Button kind="primary" icon="link" loading={isCreating} onClick={() => share.send({ type: 'link.wanted' })}>
              {m.act_create_link()}
            </Button>
          )}
        </>
      }
    >
      {link !== null && (
        <div className={styles.linkLine}>
          <Field label={m.act_public_link()} value={link.url} readOnly onFocus={(event) => event.target.select()} />
          <Button kind="primary" size="large" icon="copy" onClick={() => share.send({ type: 'link.copied' })}>
            {m.act_copy()}
          </Button>
        </div>
      )}
      <p role="status" className={sentence === null ? 'done' : 'wrong'}>
        {sentence === null ? snapshot.matches({ shared: 'copied' }) && m.act_copied() : told(sentence)}
      </p>
    </Dialog>
  );
}
