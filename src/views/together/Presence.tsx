import { useActorRef, useSelector } from '@xstate/react';
import type { Person } from '../../machines/presence/presence.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { useNarrow } from '../../ui/narrow.ts';
import styles from './Presence.module.css';
import { useTogether } from './screen.ts';

/** The number of people with a circle of their own; the others share the last one. */
const MOST_SHOWN = { wide: 4, narrow: 2 } as const;

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

function Circle({ people, className, children }: { people: readonly Person[]; className: string | undefined; children: string }) {
  const names = people.map(({ name }) => name).join(', ');
  return (
    <button type="button" className={classNames(styles.circle, className)} data-tip={names}>
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">{names}</span>
    </button>
  );
}

/** The other people in this version: initials, with the names on hover, on focus and for screen readers. */
export function Presence({ projectId, versionId }: { readonly projectId: number; readonly versionId: number }) {
  const presence = useActorRef(useTogether(projectId, versionId).presence);
  const people = useSelector(presence, ({ context }) => context.people);
  const most = useNarrow() ? MOST_SHOWN.narrow : MOST_SHOWN.wide;
  const shown = people.length > most ? people.slice(0, most - 1) : people;
  const others = people.slice(shown.length);
  const names = people.map(({ name }) => name).join(', ');
  return (
    <>
      <span role="status" className="sr-only">
        {people.length > 0 && m.presence_here({ count: people.length, names })}
      </span>
      {people.length > 0 && (
        <span className={styles.people}>
          {shown.map((person) => (
            <Circle key={person.id} people={[person]} className={person.id % 2 === 0 ? styles.one : styles.two}>
              {initialsOf(person.name)}
            </Circle>
          ))}
          {others.length > 0 && (
            <Circle people={others} className={styles.more}>
              {`+${others.length}`}
            </Circle>
          )}
        </span>
      )}
    </>
  );
}
