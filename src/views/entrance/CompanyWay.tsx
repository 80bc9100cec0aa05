import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import type { CompanyWayIn } from '../actum.tsx';
import { usePeople } from '../people.tsx';
import styles from './company.module.css';
import { Answer } from './Entrance.tsx';

const HERE = { search: '', hash: null };

/** The button that signs in with the company: under the form, or instead of it where it is the only way. */
export function CompanyWay({ name, is_only_way }: CompanyWayIn) {
  const { companySignIn } = usePeople();
  const actor = useActorRef(
    useMemo(() => companySignIn(HERE), [companySignIn]),
    { input: { task: 'offer' } },
  );
  const state = useSelector(actor, ({ value }) => value);
  const sentence = useSelector(actor, ({ context }) => context.sentence);
  return (
    <div className={is_only_way ? styles.only : styles.way}>
      {!is_only_way && <span className={styles.or}>{m.sso_or()}</span>}
      <Answer error={sentenceText(sentence)} />
      <Button
        kind={is_only_way ? 'primary' : 'secondary'}
        size="large"
        loading={state === 'leaving' || state === 'left'}
        onClick={() => actor.send({ type: 'company.chosen' })}
      >
        {m.sso_continue({ name })}
      </Button>
      {is_only_way && (
        <details className={styles.other}>
          <summary>{m.sso_other_way()}</summary>
          {m.sso_other_way_is()}
        </details>
      )}
    </div>
  );
}
