import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { useEmitted } from '../reading.ts';
import { paths, useAsks, useGo } from '../routing.tsx';
import type { ProjectsScreen } from '../screens.tsx';
import { useReloadSidebar } from '../shell/AppShell.tsx';

type NewProjectDialog = ActorRefFrom<ProjectsScreen['newProject']>;

/** Asks for a name; the new project's page comes next. */
export function NewProject({ dialog }: { readonly dialog: NewProjectDialog }) {
  const form = useId();
  const go = useGo();
  const reloadSidebar = useReloadSidebar();
  const isAsked = useAsks('new');
  const isOpen = useSelector(dialog, (snapshot) => !snapshot.matches('closed'));
  const isBusy = useSelector(dialog, (snapshot) => snapshot.matches('submitting'));
  const problem = useSelector(dialog, ({ context }) => context.sentence);
  useEffect(() => {
    if (isAsked) dialog.send({ type: 'dialog.opened', subject: null });
  }, [isAsked, dialog]);
  useEmitted(dialog, 'form.accepted', ({ output }) => {
    reloadSidebar();
    go(paths.project(output.id));
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    dialog.send({ type: 'form.submitted', given: String(new FormData(event.currentTarget).get('name') ?? '') });
  };
  const close = () => {
    dialog.send({ type: 'dialog.closed' });
    if (isAsked) go(paths.projects, { replace: true });
  };
  return (
    <Dialog
      open={isOpen}
      title={m.projects_new()}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form} loading={isBusy}>
            {m.projects_create()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field
          name="name"
          label={m.projects_name()}
          placeholder={m.projects_name_example()}
          autoComplete="off"
          autoFocus
          problem={problem}
        />
      </form>
    </Dialog>
  );
}
