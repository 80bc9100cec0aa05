import type * as v from 'valibot';
import { type Form, form as formMachine } from '../../machines/form/form.ts';
import { type FormDialog, formDialog } from '../../machines/formDialog/formDialog.ts';
import { calling } from './calling.ts';

/** A dialog that makes a call when it is submitted. */
export const dialog = <Subject, Given, Output>(
  id: string,
  spec: string,
  submit: (asked: { readonly subject: Subject; readonly given: Given }, signal: AbortSignal) => Promise<Output>,
): FormDialog<Subject, Given, Output> =>
  formDialog<Subject, Given, Output>(id, spec).provide({
    actors: { submit: calling<Output, { subject: Subject; given: Given }>(({ input, signal }) => submit(input, signal)) },
  });

/** A form that makes a call when the typed text passes its rules. */
export const form = <Given, Output>(
  id: string,
  rules: v.GenericSchema<unknown, Given>,
  spec: string,
  submit: (given: Given, signal: AbortSignal) => Promise<Output>,
): Form<Given, Output> =>
  formMachine<Given, Output>(id, rules, spec).provide({
    actors: { submit: calling<Output, { readonly given: Given }>(({ input, signal }) => submit(input.given, signal)) },
  });
