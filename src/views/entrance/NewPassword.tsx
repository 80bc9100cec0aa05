import { useCallback, useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../../domain/api/registrations.ts';
import type { Own } from '../../../domain/passwords.ts';
import { m } from '../../messages/messages.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { Field } from '../../ui/Field.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { Apart } from '../shell/Boundary.tsx';

/** Contains the list of common passwords, so it is loaded only when somebody begins to type one. */
const PasswordMeter = lazyPart(() => import('./PasswordMeter.tsx').then((module) => module.PasswordMeter));

interface NewPasswordProps {
  readonly problem: string | null;
  readonly name?: string;
  readonly label?: string;
  /** Facts that others know about the person, as far as this screen has them. */
  readonly own?: () => Own;
}

const NOTHING = () => ({});

/** As high as the meter, so that no button moves away from a pointer that is about to press it. */
const ROOM = <div style={{ height: 34 }} />;

/** A field for a new password that shows, while it is typed, whether the password is good enough. */
export function NewPassword({ problem, name = 'password', label = m.login_password(), own = NOTHING }: NewPasswordProps) {
  const [typed, setTyped] = useState('');
  const hearReset = useCallback((part: HTMLElement | null) => {
    const leave = new AbortController();
    part?.closest('form')?.addEventListener('reset', () => setTyped(''), { signal: leave.signal });
    return () => leave.abort();
  }, []);
  return (
    <div ref={hearReset}>
      <Field
        name={name}
        label={label}
        type="password"
        placeholder={m.login_enter_password()}
        autoComplete="new-password"
        onChange={(event) => setTyped(event.target.value)}
        note={typed === '' && m.password_note({ count: PASSWORD_MIN_LENGTH })}
        problem={problem}
      />
      {typed !== '' && (
        <Apart>
          <Arriving fallback={ROOM}>
            <PasswordMeter password={typed} own={own()} problem={problem} />
          </Arriving>
        </Apart>
      )}
    </div>
  );
}
