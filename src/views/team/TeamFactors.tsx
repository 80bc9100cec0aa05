import { useActorRef } from '@xstate/react';
import { type FormEvent, useMemo, useState } from 'react';
import { dayFormName } from '../../messages/days.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { useChanging } from '../changing.ts';
import { dayOf, shownDay, startOfDay } from '../dates.ts';
import { usePeople } from '../people.tsx';
import { useReading, useStored } from '../reading.ts';
import styles from './team.module.css';

/** The day from which the team requires a second factor of its members. */
export function TeamFactors({ teamId }: { readonly teamId: number }) {
  const { teamFactors } = usePeople();
  const settings = useMemo(() => teamFactors(teamId), [teamFactors, teamId]);
  const asked = useStored(settings.asked);
  const { failure } = useReading(settings.reading);
  const change = useActorRef(settings.change);
  const { change: from, busy, problem, submit } = useChanging(change);
  const [unread, setUnread] = useState<string | null>(null);
  const set = (day: string | null) => {
    change.send({ type: 'dialog.opened', subject: day });
    submit(day);
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('from') ?? '');
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
    setUnread(isDay ? null : m.date_write({ form: dayFormName() }));
    if (isDay) set(startOfDay(day));
  };
  const day = asked === null || asked.from === null ? null : dayOf(new Date(asked.from));
  const said = problem ?? failure;
  return (
    <section className={styles.part}>
      <h3>{m.factor_team()}</h3>
      <p className="muted">{day === null ? m.factor_team_why() : m.factor_team_asked({ day: shownDay(day) })}</p>
      {said !== null && (
        <p className="wrong" role="alert">
          {said}
        </p>
      )}
      {asked !== null && (
        <form className={styles.line} aria-label={m.factor_team()} onSubmit={save} noValidate>
          <DateField key={day} name="from" label={m.factor_team_from()} defaultDay={day} problem={unread} onDay={() => setUnread(null)} />
          <Button type="submit" loading={busy && from !== null} waits={busy}>
            {m.save()}
          </Button>
          {day !== null && (
            <Button loading={busy && from === null} waits={busy} onClick={() => set(null)}>
              {m.factor_team_stop()}
            </Button>
          )}
        </form>
      )}
    </section>
  );
}
