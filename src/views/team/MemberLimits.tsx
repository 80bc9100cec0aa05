import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Limit } from '../../../domain/access.ts';
import type { MemberLimits as Limits } from '../../../domain/api/projectAccessRoutes.ts';
import type { LimitChoice, memberLimitsMachine } from '../../machines/memberLimits/memberLimits.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './team.module.css';

type Actor = ActorRefFrom<typeof memberLimitsMachine>;

const CHOICES = [
  { key: 'everything', limit: null, name: m.access_everything, means: m.access_everything_means },
  { key: 'acts', limit: { can: 'acts', prices: true }, name: m.access_acts, means: m.access_acts_means },
  { key: 'acts-unpriced', limit: { can: 'acts', prices: false }, name: m.access_acts_unpriced, means: m.access_acts_unpriced_means },
  { key: 'reads', limit: { can: 'reads', prices: true }, name: m.access_reads, means: m.access_reads_means },
  { key: 'reads-unpriced', limit: { can: 'reads', prices: false }, name: m.access_reads_unpriced, means: m.access_reads_unpriced_means },
] as const satisfies readonly {
  readonly key: string;
  readonly limit: Limit | null;
  readonly name: () => string;
  readonly means: () => string;
}[];

const isSame = (one: Limit | null, other: Limit | null) => one?.can === other?.can && one?.prices === other?.prices;
const choiceOf = (limit: Limit | null) => CHOICES.find((each) => isSame(each.limit, limit)) ?? CHOICES[0];

interface RowProps {
  readonly name: string;
  readonly note?: string;
  /** The limit now, null for none; undefined where the row is for several projects. */
  readonly limit: Limit | null | undefined;
  readonly busy: boolean;
  readonly onChoose: (limit: Limit | null) => void;
}

function LimitRow({ name, note, limit, busy, onChoose }: RowProps) {
  const chosen = limit === undefined ? null : choiceOf(limit);
  const shown = chosen?.name() ?? m.access_choose();
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <b>{name}</b>
        {note !== undefined && <span>{note}</span>}
      </div>
      <Menu
        trigger={
          <Button kind="ghost" size="small" loading={busy} aria-label={m.access_in({ name, limit: shown })}>
            {shown}
            <Icon name="chevronDown" />
          </Button>
        }
        options={CHOICES.map(({ key, name: label, means }) => ({ key, label: label(), note: means(), chosen: key === chosen?.key }))}
        onChoose={(key) => {
          const choice = CHOICES.find((each) => each.key === key);
          if (choice !== undefined && choice !== chosen) onChoose(choice.limit);
        }}
      />
    </li>
  );
}

interface KnownProps {
  readonly page: Limits;
  /** Choices on their way. */
  readonly choices: readonly LimitChoice[];
  readonly text: string;
  readonly isReading: boolean;
  readonly isKeeping: boolean;
  readonly actor: Actor;
}

function Known({ page, choices, text, isReading, isKeeping, actor }: KnownProps) {
  const choose = (projectId: number | null, all: boolean) => (limit: Limit | null) =>
    actor.send({ type: 'limit.chosen', choice: { projectId, all, limit } });
  const isKept = (projectId: number | null, all: boolean) => choices.some((choice) => choice.projectId === projectId && choice.all === all);
  return (
    <>
      <ul className={styles.people}>
        <LimitRow
          name={m.access_all()}
          note={m.access_all_means()}
          limit={undefined}
          busy={isKept(null, true)}
          onChoose={choose(null, true)}
        />
        <LimitRow name={m.access_later()} limit={page.later} busy={isKept(null, false)} onChoose={choose(null, false)} />
      </ul>
      <section className={styles.limits}>
        <div className={styles.limitsHead}>
          <SearchField
            label={m.access_find()}
            value={text}
            disabled={isKeeping}
            onChange={({ target }) => actor.send({ type: 'limits.sought', text: target.value })}
          />
          <span className="muted" role="status">
            {m.access_count({ count: page.limited })}
          </span>
        </div>
        {page.projects.length === 0 && !isReading ? (
          <p className="muted">{m.access_none_found()}</p>
        ) : (
          <ul className={styles.people} aria-busy={isReading}>
            {page.projects.map(({ id, name, limit }) => (
              <LimitRow key={id} name={name} limit={limit} busy={isKept(id, false)} onChoose={choose(id, false)} />
            ))}
          </ul>
        )}
        {page.projects.length < page.total && (
          <Button size="small" loading={isReading || choices.length > 0} onClick={() => actor.send({ type: 'more.requested' })}>
            {m.access_more()}
          </Button>
        )}
      </section>
    </>
  );
}

/** The limits of a regular member in each project, and in those made later. */
export function MemberLimits({ actor }: { readonly actor: Actor }) {
  const { member, page, text, choice, waiting, isClosing, sentence } = useSelector(actor, ({ context }) => context);
  const isOpen = useSelector(actor, (snapshot) => !snapshot.matches('closed'));
  const isReading = useSelector(actor, (snapshot) => snapshot.matches({ open: 'reading' }));
  const isUnread = useSelector(actor, (snapshot) => snapshot.matches({ open: 'unread' }));
  const close = () => actor.send({ type: 'limits.closed' });
  const name = member?.name ?? '';
  return (
    <Dialog
      open={isOpen}
      middle
      title={m.access_limits_of({ name })}
      lead={m.access_lead({ name })}
      onClose={close}
      actions={
        <Button loading={isClosing} onClick={close}>
          {m.action_close()}
        </Button>
      }
    >
      {isUnread ? (
        <FailedState
          title={m.access_unreadable()}
          sentence={sentenceText(sentence) ?? ''}
          onRetry={() => actor.send({ type: 'reading.retried' })}
        />
      ) : page === null ? (
        isOpen && <SkeletonRows label={m.access_reading()} />
      ) : (
        <Known
          page={page}
          choices={choice === null ? waiting : [choice, ...waiting]}
          text={text}
          isReading={isReading}
          isKeeping={choice !== null}
          actor={actor}
        />
      )}
      {!isUnread && sentence !== null && (
        <p className="wrong" role="alert">
          {sentenceText(sentence)}
        </p>
      )}
    </Dialog>
  );
}
