import { useActorRef, useSelector } from '@xstate/react';
import { use, useMemo, useState } from 'react';
import type { ApiToken } from '../../../domain/api/apiTokenRoutes.ts';
import { TOKEN_DAYS, TOKEN_SCOPES, type TokenScope } from '../../../domain/apiTokens.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCopying } from '../copying.ts';
import { shownMoment } from '../dates.ts';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import account from './account.module.css';
import { useKeptForm } from './keptForm.ts';
import { Section } from './Section.tsx';
import styles from './sessions.module.css';
import type { TokensPart } from './tokenNeeds.ts';

const SCOPES: Readonly<Record<TokenScope, () => string>> = { read: m.token_scope_read, acts: m.token_scope_acts, all: m.token_scope_all };
const scopeOf = (key: string | undefined): TokenScope => TOKEN_SCOPES.find((each) => each === key) ?? 'read';
const DAYS = 30;
/** Milliseconds before a token's end from which it is marked as ending soon. */
const SOON = 7 * 86_400_000;

function Made({ name, token }: { readonly name: string; readonly token: string }) {
  const { outcome, copy } = useCopying();
  return (
    <div role="status" className={styles.made}>
      <p>{m.token_made({ name })}</p>
      <code>{token}</code>
      {outcome === 'refused' && <p className="wrong">{m.copy_by_hand()}</p>}
      <Button onClick={() => copy(token)}>{outcome === 'copied' ? m.unsent_copied() : m.token_copy()}</Button>
    </div>
  );
}

function Make({ part, onMade }: { readonly part: TokensPart; readonly onMade: () => void }) {
  const { ref, problems, sentence, output, isBusy, onSubmit, typed } = useKeptForm(part.make, () => {
    ref.current?.reset();
    onMade();
  });
  const [scope, setScope] = useState(scopeOf(typed.scope));
  const [days, setDays] = useState(typed.days ?? String(DAYS));
  return (
    <form ref={ref} className={account.form} aria-label={m.token_make()} onSubmit={onSubmit} noValidate>
      <Field name="name" label={m.token_name()} placeholder={m.token_name_example()} autoComplete="off" problem={problems.name ?? null} />
      <input type="hidden" name="scope" value={scope} />
      <input type="hidden" name="days" value={days} />
      <Select
        label={m.token_scope()}
        value={scope}
        options={TOKEN_SCOPES.map((key) => ({ key, label: SCOPES[key]() }))}
        onChoose={(key) => setScope(scopeOf(key))}
        problem={problems.scope ?? null}
      />
      <Select
        label={m.token_lasts()}
        value={days}
        options={TOKEN_DAYS.map((count) => ({ key: String(count), label: m.projects_days_left({ count }) }))}
        onChoose={setDays}
        problem={problems.days ?? null}
      />
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentence}
        </p>
      )}
      {output !== null && <Made key={output.token} {...output} />}
      <Button type="submit" loading={isBusy}>
        {m.token_make()}
      </Button>
    </form>
  );
}

interface ListedProps {
  readonly tokens: readonly ApiToken[];
  readonly now: number;
  readonly onWithdraw: (token: ApiToken) => void;
}

const Listed = ({ tokens, now, onWithdraw }: ListedProps) => (
  <ul className={styles.list}>
    {tokens.map((token) => {
      const { id, name, scope, expires_at, last_used_at } = token;
      return (
        <li key={id} className={styles.session}>
          <div className={styles.what}>
            <b>{name}</b>
            <span>
              {[SCOPES[scope](), last_used_at === null ? m.token_unused() : m.token_used({ used: shownMoment(last_used_at) })].join(' · ')}
            </span>
          </div>
          {Date.parse(expires_at) <= now ? (
            <Chip tone="wrong">{m.token_over()}</Chip>
          ) : (
            <Chip {...(Date.parse(expires_at) <= now + SOON && { tone: 'waits' as const })}>
              {m.token_until({ day: shownMoment(expires_at) })}
            </Chip>
          )}
          <Button size="small" aria-label={m.token_withdraw_of({ name })} onClick={() => onWithdraw(token)}>
            {m.token_withdraw()}
          </Button>
        </li>
      );
    })}
  </ul>
);

function Tokens() {
  const tokensOf = use(useScreens().tokens());
  const part = useMemo(tokensOf, [tokensOf]);
  const [now] = useState(Date.now);
  const { failure, retry, reload } = useReading(part.reading);
  const tokens = useStored(part.tokens);
  const withdraw = useActorRef(part.withdraw);
  const { subject, sentence } = useSelector(withdraw, ({ context }) => context);
  const isAsking = useSelector(withdraw, ({ value }) => value !== 'closed');
  const isWithdrawing = useSelector(withdraw, ({ value }) => value === 'submitting');
  useEmitted(withdraw, 'form.accepted', reload);
  if (failure !== null) return <FailedState title={m.token_unreadable()} sentence={failure} onRetry={retry} />;
  if (tokens === null) return <SkeletonRows label={m.token_reading()} />;
  return (
    <>
      {tokens.length === 0 ? (
        <p className="muted">{m.token_none()}</p>
      ) : (
        <Listed tokens={tokens} now={now} onWithdraw={(token) => withdraw.send({ type: 'dialog.opened', subject: token })} />
      )}
      <Make part={part} onMade={reload} />
      <ConfirmDialog
        open={isAsking}
        title={m.token_withdraw_question({ name: subject?.name ?? '' })}
        description={m.token_withdraw_why()}
        action={m.token_withdraw()}
        busy={isWithdrawing}
        problem={sentenceText(sentence)}
        onConfirm={() => withdraw.send({ type: 'form.submitted', given: null })}
        onClose={() => withdraw.send({ type: 'dialog.closed' })}
      />
    </>
  );
}

/** Tokens with which the person's own programs sign in. */
export const ApiTokens = () => (
  <Section title={m.token_title()} lead={m.token_lead()}>
    <Tokens />
  </Section>
);
