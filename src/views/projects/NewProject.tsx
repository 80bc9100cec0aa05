import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { NameDialog } from '../NameDialog.tsx';
import { useEmitted } from '../reading.ts';
import { paths, useGo, useSearchParam } from '../routing.tsx';
import { useReloadSidebar } from '../shell/AppShell.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import type { ProjectsScreen } from './needs.ts';

type NewProjectDialog = ActorRefFrom<ProjectsScreen['newProject']>;

/** Asks for a name, then opens the new project's page. */
export function NewProject({ dialog }: { readonly dialog: NewProjectDialog }) {
  const go = useGo();
  const reloadSidebar = useReloadSidebar();
  const [currencyCode, setCurrencyCode] = useState('EUR');
  const isAsked = useSearchParam('new') !== null;
  const isOpen = useSelector(dialog, (snapshot) => !snapshot.matches('closed'));
  const isBusy = useSelector(dialog, (snapshot) => snapshot.matches('submitting'));
  const problem = sentenceText(useSelector(dialog, ({ context }) => context.sentence ?? context.problems.name ?? null));
  useEffect(() => {
    if (isAsked) dialog.send({ type: 'dialog.opened', subject: null });
  }, [isAsked, dialog]);
  useEmitted(dialog, 'form.accepted', ({ output }) => {
    reloadSidebar();
    go(paths.project(output.id));
  });
  const close = () => {
    dialog.send({ type: 'dialog.closed' });
    if (isAsked) go(paths.projects, { replace: true });
  };
  return (
    <NameDialog
      open={isOpen}
      title={m.projects_new()}
      label={m.projects_name()}
      placeholder={m.projects_name_example()}
      action={m.projects_create()}
      busy={isBusy}
      problem={problem}
      onSubmit={(name) => dialog.send({ type: 'form.submitted', given: { name, currencyCode } })}
      onClose={close}
    >
      <CurrencySelect value={currencyCode} onChoose={setCurrencyCode} />
    </NameDialog>
  );
}
