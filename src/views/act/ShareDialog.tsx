import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { shareMachine } from '../../machines/share/share.ts';
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
      title={`Share ${name}`}
      lead={
        link === null
          ? 'Whoever has the link can read this act without signing in: its summary and lists, never change them.'
          : 'Anyone with this link can read the act. Stop sharing, and the link no longer opens.'
      }
      onClose={close}
      actions={
        <>
          {link !== null && (
            <Button kind="ghost" loading={isWithdrawing} onClick={() => share.send({ type: 'sharing.stopped' })}>
              Stop sharing
            </Button>
          )}
          <span className="grow" />
          <Button onClick={close}>Close</Button>
          {link === null && (
            <Button kind="primary" icon="link" loading={isCreating} onClick={() => share.send({ type: 'link.wanted' })}>
              Create link
            </Button>
          )}
        </>
      }
    >
      {link !== null && (
        <div className={styles.linkLine}>
          <Field label="Public link" value={link.url} readOnly onFocus={(event) => event.target.select()} />
          <Button kind="primary" size="large" icon="copy" onClick={() => share.send({ type: 'link.copied' })}>
            Copy
          </Button>
        </div>
      )}
      <p role="status" className={sentence === null ? 'done' : 'wrong'}>
        {sentence ?? (snapshot.matches({ shared: 'copied' }) ? 'Copied.' : '')}
      </p>
    </Dialog>
  );
}
