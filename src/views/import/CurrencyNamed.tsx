import { useActorRef } from '@xstate/react';
import type { Project } from '../../../domain/api/shapes.ts';
import { signOf } from '../../../domain/currencies.ts';
import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useAsk, useChanging } from '../changing.ts';
import { useEmitted } from '../reading.ts';
import { useScreens } from '../screens.tsx';

/** Proposes the currency that the file names, where the project is in another. */
export function CurrencyNamed({
  code,
  project,
  onDone,
}: {
  readonly code: string;
  readonly project: Project;
  readonly onDone: () => void;
}) {
  const changes = useActorRef(useScreens().projectChanges);
  const { busy, problem } = useChanging(changes);
  useEmitted(changes, 'form.accepted', onDone);
  const { make } = useAsk(changes);
  if (project.currency_code === code) return null;
  const take = () => make({ kind: 'currency', project }, code);
  return (
    <Banner
      tone="waits"
      icon="alert"
      action={
        <Button size="extra-small" loading={busy} onClick={take}>
          {m.import_take_currency({ currency: signOf(code) })}
        </Button>
      }
    >
      {m.import_currency_named({ currency: signOf(code), project: project.currency })} {problem}
    </Banner>
  );
}
