import { useState } from 'react';
import { m } from '../../messages/messages.ts';
import { useProfile } from '../actum.tsx';
import { useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { ApiTokens } from './ApiTokens.tsx';
import styles from './account.module.css';
import { Email } from './Email.tsx';
import { Factors } from './Factors.tsx';
import { OwnData } from './OwnData.tsx';
import { Password } from './Password.tsx';
import { Profile } from './Profile.tsx';
import { Sessions } from './Sessions.tsx';

/** The person's ways to sign in and their own data, one section each. */
export function AccountScreen() {
  useTitle(m.account());
  const profile = useProfile();
  const [passwords, setPasswords] = useState(0);
  if (profile === null) return null;
  return (
    <AppShell title={m.account()}>
      <div className={styles.page}>
        <Profile name={profile.name} />
        <Email email={profile.email} />
        <Password email={profile.email} onChanged={() => setPasswords((before) => before + 1)} />
        <Factors />
        <Sessions key={passwords} />
        <ApiTokens />
        <OwnData />
      </div>
    </AppShell>
  );
}
