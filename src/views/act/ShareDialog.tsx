import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Share } from '../../../domain/api/shapes.ts';
import type { shareMachine } from '../../machines/share/share.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip, Filter } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { DateField } from '../../ui/DateField.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { dayOf, endOfDay, shownDay } from '../dates.ts';
import styles from './act.module.css';

interface ShareDialogProps {
  readonly share: ActorRefFrom<typeof shareMachine>;
  readonly name: string;
  /** Whether the link may also answer. */
  readonly mayAnswer?: boolean;
  /** Why the person may not make such a link, or null. */
  readonly blocked?: string | null;
  /** Opens the dialog of the other link. */
  readonly onOther?: () => void;
}

/** Days that a link stays open for an answer unless another day is chosen. */
const USUAL_DAYS = 30;
const inDays = (days: number): string => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** Whether the link works now, and until when. */
function Life({ expires_at: end }: Pick<Share, 'expires_at'>) {
  if (end === null) return <Chip tone="done">{m.act_link_live()}</Chip>;
  const day = shownDay(dayOf(new Date(end)));
  return new Date(end) > new Date() ? (
    <Chip tone="done">{m.act_link_live_until({ day })}</Chip>
  ) : (
    <Chip tone="wrong">{m.act_link_ended({ day })}</Chip>
  );
}

interface EndFormProps {
  readonly id: string;
  readonly end: string | null;
  readonly note?: string;
  readonly onChosen: (end: string | null) => void;
  readonly children?: ReactNode;
}

/** The last day of the link; empty for no end. */
function EndForm({ id, end, note = m.act_link_end_note(), onChosen, children }: EndFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('end') ?? '');
    if (day === '') onChosen(null);
    else if (/^\d{4}-\d{2}-\d{2}$/.test(day)) onChosen(endOfDay(day));
  };
  return (
    <form id={id} onSubmit={submit} noValidate className={styles.endLine}>
      <DateField key={end} name="end" label={m.act_link_end()} defaultDay={end === null ? null : dayOf(new Date(end))} note={note} />
      {children}
    </form>
  );
}

/** The public link of the act: made, copied, limited in time, replaced, withdrawn. */
export function ShareDialog({ share, name, mayAnswer = false, blocked = null, onOther }: ShareDialogProps) {
  const form = useId();
  const snapshot = useSelector(share, (current) => current);
  const { link, sentence, isLeft } = snapshot.context;
  const isSure = snapshot.matches('confirmingRotation') || snapshot.matches('confirmingWithdrawal');
  const waits = snapshot.matches('busy');
  const during = (call: 'creating' | 'ending' | 'rotating' | 'withdrawing') => ({ loading: snapshot.matches({ busy: call }), waits });
  const ended = mayAnswer ? { note: m.act_answer_link_end_note() } : {};
  const close = () => share.send({ type: 'share.closed' });
  const good = snapshot.matches({ shared: 'copied' })
    ? m.act_copied()
    : snapshot.matches({ shared: 'replaced' })
      ? m.act_link_replaced()
      : snapshot.matches({ shared: 'ended' })
        ? m.act_link_end_kept()
        : '';
  return (
    <>
      <Dialog
        open={!snapshot.matches('closed') && !isSure && !isLeft}
        title={m.act_share_title({ name })}
        lead={mayAnswer ? m.act_answer_share_lead() : link === null ? m.act_share_lead() : m.act_shared_lead()}
        onClose={close}
        actions={
          <>
            {link !== null && (
              <>
                <Button kind="ghost" {...during('withdrawing')} onClick={() => share.send({ type: 'withdrawal.requested' })}>
                  {m.act_stop_sharing()}
                </Button>
                <Button kind="ghost" {...during('rotating')} onClick={() => share.send({ type: 'rotation.requested' })}>
                  {m.act_link_rotate()}
                </Button>
              </>
            )}
            <span className="grow" />
            <Button onClick={close}>{m.action_close()}</Button>
            {link === null && (
              <Button kind="primary" icon="link" type="submit" form={form} blocked={blocked} {...during('creating')}>
                {m.act_create_link()}
              </Button>
            )}
          </>
        }
      >
        {onOther !== undefined && (
          <fieldset className={classNames(styles.only, styles.kinds)} aria-label={m.act_share_kinds()}>
            <Filter chosen={!mayAnswer} onChoose={() => mayAnswer && onOther()}>
              {m.act_share_looks()}
            </Filter>
            <Filter chosen={mayAnswer} onChoose={() => mayAnswer || onOther()}>
              {m.act_share_answers()}
            </Filter>
          </fieldset>
        )}
        {link === null ? (
          <EndForm
            {...ended}
            id={form}
            end={mayAnswer ? inDays(USUAL_DAYS) : null}
            onChosen={(expires_at) => blocked === null && share.send({ type: 'link.requested', expires_at })}
          />
        ) : (
          <>
            <p className={styles.life}>
              <Life expires_at={link.expires_at} />
            </p>
            <div className={styles.linkLine}>
              <Field
                label={mayAnswer ? m.act_answer_link() : m.act_public_link()}
                value={link.url}
                readOnly
                onFocus={(event) => event.target.select()}
              />
              <Button kind="primary" size="large" icon="copy" waits={waits} onClick={() => share.send({ type: 'link.copied' })}>
                {m.act_copy()}
              </Button>
            </div>
            <EndForm {...ended} id={form} end={link.expires_at} onChosen={(expires_at) => share.send({ type: 'end.chosen', expires_at })}>
              <Button type="submit" size="large" {...during('ending')}>
                {m.act_link_end_save()}
              </Button>
            </EndForm>
          </>
        )}
        <p role="status" className={sentence === null ? 'done' : 'wrong'}>
          {sentence === null ? good : sentenceText(sentence)}
        </p>
      </Dialog>
      <ConfirmDialog
        open={isSure}
        title={snapshot.matches('confirmingRotation') ? m.act_link_rotate_title({ name }) : m.act_stop_title({ name })}
        description={snapshot.matches('confirmingRotation') ? m.act_link_rotate_why() : m.act_stop_why()}
        action={snapshot.matches('confirmingRotation') ? m.act_link_rotate() : m.act_stop_sharing()}
        onConfirm={() => share.send({ type: 'loss.confirmed' })}
        onClose={() => share.send({ type: 'loss.declined' })}
      />
    </>
  );
}
