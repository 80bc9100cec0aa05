import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { type FormSample, formModelOf } from '../../src/machines/form/form.model.ts';
import type { Form, Problems } from '../../src/machines/form/form.ts';
import { type Stage, show, stageFor } from './stage.tsx';
import { testView, type ViewWalk } from './viewWalk.ts';

/** One form on its screen, with everything its walk needs. */
interface FormScreen<Given, Output> extends FormSample<Given, Output> {
  readonly who: 'nobody' | 'Ann';
  readonly machine: (stage: Stage) => Form<Given, Output>;
  /** The screen, with this machine instead of its own. */
  readonly screen: (machine: Form<Given, Output>, stage: Stage) => Partial<Stage> & { readonly view: ReactNode };
  readonly form: string;
  /** The label of each field with an input. */
  readonly labels: Readonly<Record<string, string>>;
  readonly button: string;
  /** The label of the button after the form was accepted. */
  readonly buttonAfter?: string;
  /** Where a refusal of the whole is shown: in an alert, or under a field. */
  readonly sentenceAt: string | null;
  /** The field at which the error of a field without an input is shown. */
  readonly problemsAt?: Readonly<Record<string, string>>;
  /** The message after acceptance, and the path then. */
  readonly says: string | null;
  readonly path: string;
  /** The text of the alert, when it is not the form's own. */
  readonly alert?: (snapshot: SnapshotFrom<Form<Given, Output>>, stage: Stage) => string | null;
  readonly answers?: (stage: Stage) => ReturnType<NonNullable<ViewWalk<Form<Given, Output>>['answers']>>;
  readonly elsewhere?: readonly string[];
}

const isAccepted = ({ value }: { readonly value: unknown }) => JSON.stringify(value) === '{"edit":"accepted"}';
const isRefusedAtFields = ({ context }: { readonly context: { readonly problems: Problems } }) => Object.keys(context.problems).length > 0;

export async function testForm<Given, Output>(name: string, form: FormScreen<Given, Output>): Promise<void> {
  let stage = await stageFor(form.who);
  const fields = Object.keys(form.labels);
  const labelOf = (field: string) => form.labels[field] ?? '';
  const inForm = () => within(screen.getByRole('form', { name: form.form }));
  const button = () => screen.queryByRole('button', { name: form.button }) ?? screen.getByRole('button', { name: form.buttonAfter ?? '' });

  const fieldOf = (field: string) => inForm().getByLabelText(labelOf(field));
  function problemOf(field: string): string | null {
    const input = fieldOf(field);
    const remark = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    return input.getAttribute('aria-invalid') === 'true' ? (remark?.textContent ?? null) : null;
  }
  const said = () => ({
    alert: screen.queryByRole('alert')?.textContent ?? null,
    says: screen.queryByRole('status')?.textContent ?? null,
  });

  describe(name, () =>
    testView<Form<Given, Output>>({
      model: formModelOf(form.machine(stage), form),
      start: 'empty',
      promises: form.answers === undefined ? ['submit'] : [],
      async show(ready) {
        stage = await stageFor(form.who);
        const { view, ...over } = form.screen(ready(form.machine(stage)), stage);
        stage = { ...stage, ...over };
        await show(stage, view);
      },
      act({ typed }) {
        for (const field of fields) fireEvent.change(fieldOf(field), { target: { value: typed[field] ?? '' } });
        expect(Object.fromEntries(new FormData(screen.getByRole('form', { name: form.form })))).toEqual(typed);
        fireEvent.click(button());
      },
      seen: (snapshot) =>
        screen.queryByRole('form', { name: form.form }) === null
          ? { form: null, ...said() }
          : {
              problems: fields.map(problemOf),
              busy: button().getAttribute('aria-busy') === 'true',
              focused: isRefusedAtFields(snapshot) ? fields.find((field) => fieldOf(field) === document.activeElement) : null,
              path: isAccepted(snapshot) ? window.location.pathname : null,
              ...said(),
            },
      due(snapshot) {
        const { value, context } = snapshot;
        const sentence = context.sentence?.detail ?? null;
        const own = form.sentenceAt === null ? sentence : null;
        const alert = form.alert === undefined ? own : form.alert(snapshot, stage);
        const says = isAccepted(snapshot) ? form.says : null;
        if (form.isGone?.(snapshot) === true) return { form: null, alert, says };
        const problems: Record<string, string> = {};
        for (const [field, { detail }] of Object.entries(context.problems)) problems[form.problemsAt?.[field] ?? field] ??= detail;
        return {
          problems: fields.map((field) => problems[field] ?? (field === form.sentenceAt ? sentence : null)),
          busy: value === 'submit',
          focused: fields.find((field) => problems[field] !== undefined) ?? null,
          path: isAccepted(snapshot) ? form.path : null,
          alert,
          says,
        };
      },
      ...(form.elsewhere === undefined ? {} : { elsewhere: form.elsewhere }),
      ...(form.answers === undefined ? {} : { answers: () => form.answers?.(stage) ?? {} }),
    }),
  );
}
