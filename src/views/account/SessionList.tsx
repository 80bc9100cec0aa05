import type { Session } from '../../../domain/api/sessionRoutes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { shownMoment } from '../dates.ts';
import styles from './sessions.module.css';

/** The device in words, or that it is not known. */
export const deviceName = ({ device }: Session): string => (device === '' ? m.session_unknown_device() : device);

interface SessionListProps {
  readonly sessions: readonly Session[];
  /** Offers to end each session except this one; without it the sessions are only listed. */
  readonly onEnd?: (session: Session) => void;
}

/** A person's sessions, by device and address. */
export const SessionList = ({ sessions, onEnd }: SessionListProps) => (
  <ul className={styles.list}>
    {sessions.map((session) => {
      const { id, address, signed_in_at, last_used_at, is_this } = session;
      return (
        <li key={id} className={styles.session}>
          <div className={styles.what}>
            <b>{deviceName(session)}</b>
            <span>
              {m.session_line({
                address: address === '' ? m.session_unknown_address() : address,
                since: shownMoment(signed_in_at),
                used: shownMoment(last_used_at),
              })}
            </span>
          </div>
          {is_this && <Chip tone="done">{m.session_this()}</Chip>}
          {!is_this && onEnd !== undefined && (
            <Button size="small" aria-label={m.session_end_of({ device: deviceName(session) })} onClick={() => onEnd(session)}>
              {m.session_end()}
            </Button>
          )}
        </li>
      );
    })}
  </ul>
);
