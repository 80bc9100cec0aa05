import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Section } from './Section.tsx';

/** Ending the person's sessions. */
export function Sessions() {
  const { sentence, isBusy, submit } = useForm(usePeople().profile.logOutEverywhere);
  return (
    <Section title={m.profile_sessions()} lead={m.profile_everywhere_why()}>
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentence}
        </p>
      )}
      <Button loading={isBusy} onClick={() => submit({})}>
        {m.profile_everywhere()}
      </Button>
    </Section>
  );
}
