import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Form, Problems } from '../machines/form/form.ts';
import { sentenceText, sentenceTexts } from '../messages/sentences.ts';
import { useEmitted } from './reading.ts';

/** The texts of a form's fields by name; empty before the form is mounted. */
export const textsOf = (form: HTMLFormElement | null): Readonly<Record<string, string>> => (form === null ? {} : typedInto(form));

const typedInto = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

/** Moves the focus to the first refused field, which may be out of sight; give the ref to the form. */
export function useRefusedFocus(problems: Problems) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  return ref;
}

/** Runs a form while it is on screen; give `ref` and `onSubmit` to its element. The first refused field gets the focus. */
export function useForm<Given, Output>(machine: Form<Given, Output>, onAccepted: (output: Output) => void = () => undefined) {
  const actor = useActorRef(machine);
  const { problems, sentence, code } = useSelector(actor, ({ context }) => context);
  const isBusy = useSelector(actor, ({ value }) => value === 'submit');
  const isAccepted = useSelector(actor, ({ value }) => typeof value === 'object' && value.edit === 'accepted');
  const ref = useRefusedFocus(problems);
  const [latest, setLatest] = useState<Output | null>(null);
  useEmitted(actor, 'form.accepted', (event) => {
    setLatest(event.output);
    onAccepted(event.output);
  });
  return {
    ref,
    problems: sentenceTexts(problems),
    sentence: sentenceText(sentence),
    code,
    output: isAccepted ? latest : null,
    isBusy,
    submit: (typed: Readonly<Record<string, string>>) => actor.send({ type: 'form.submitted', typed }),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      actor.send({ type: 'form.submitted', typed: typedInto(event.currentTarget) });
    },
  };
}
