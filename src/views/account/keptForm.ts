import { useEffect, useState } from 'react';
import type { Form } from '../../machines/form/form.ts';
import { spokenLanguage } from '../../messages/messages.ts';
import { useProfile } from '../actum.tsx';
import { textsOf, useForm } from '../forms.tsx';

/** Texts typed into forms before the language was changed, by person and form. */
const typedBefore = new Map<string, Readonly<Record<string, string>>>();

/** A form that keeps its typed texts when the person chooses another language, which remounts the whole page. */
export function useKeptForm<Given, Output>(machine: Form<Given, Output>, onAccepted?: (output: Output) => void) {
  const form = useForm(machine, onAccepted);
  const { ref } = form;
  const person = useProfile()?.id;
  const [name] = useState(`${person} ${machine.id}`);
  const [typed] = useState(() => typedBefore.get(name) ?? {});
  useEffect(() => {
    const spoken = spokenLanguage();
    const element = ref.current;
    for (const field of element?.querySelectorAll('input') ?? []) {
      const text = typed[field.name];
      if (text === undefined || field.type === 'hidden' || field.value === text) continue;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return () => {
      if (spokenLanguage() === spoken) typedBefore.delete(name);
      else typedBefore.set(name, textsOf(element));
    };
  }, [ref, name, typed]);
  return { ...form, typed };
}
