import { useActorRef } from '@xstate/react';
import { type ReactNode, useCallback } from 'react';
import type { Project } from '../../../domain/api/shapes.ts';
import { BIN_DAYS } from '../../../domain/bin.ts';
import { may } from '../../../domain/permissions.ts';
import { m } from '../../messages/messages.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { useCompany, useOpenModal } from '../actum.tsx';
import { useAsk, useChanging } from '../changing.ts';
import { shownMoney } from '../figures.tsx';
import type { MenuAction } from '../menus.tsx';
import { NameDialog } from '../NameDialog.tsx';
import { useEmitted } from '../reading.ts';
import { paths, useGo } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { useReloadSidebar } from '../shell/AppShell.tsx';
import type { ProjectChange } from './needs.ts';

const CurrencyDialog = preloadedPart(() => import('./CurrencyDialog.tsx').then((module) => module.CurrencyDialog));

interface ProjectActions {
  readonly actionsOf: (project: Project) => readonly MenuAction[];
  readonly restore: (project: Project) => void;
  /** Why the last restoration was refused, or null. */
  readonly restoreProblem: string | null;
  readonly dialogs: ReactNode;
}

const whyDelete = ({ total_with_taxes, currency }: Project) =>
  total_with_taxes === null
    ? m.projects_delete_why({ days: BIN_DAYS })
    : m.projects_delete_sum({ days: BIN_DAYS, amount: `${shownMoney(total_with_taxes)} ${currency}` });

/** The actions on a whole project, and their dialogs. */
export function useProjectActions(onDone: (change: ProjectChange) => void): ProjectActions {
  const changes = useActorRef(useScreens().projectChanges);
  const { change, isOpen, busy, problem, submit, close } = useChanging(changes);
  const { open, make } = useAsk(changes);
  const reloadSidebar = useReloadSidebar();
  const openModal = useOpenModal();
  const go = useGo();
  const { team } = useCompany();
  const mayDelete = team !== null && may(team.role, 'deleteProjects');
  useEmitted(changes, 'form.accepted', ({ output }) => {
    reloadSidebar();
    if (output.kind === 'duplication') go(paths.project(output.project.id));
    else onDone(output);
  });
  const actionsOf = useCallback(
    (project: Project): readonly MenuAction[] => {
      const ask = (kind: ProjectChange['kind']) => () => open({ kind, project });
      const people = {
        id: 'people',
        label: m.projects_people(),
        run: () => openModal({ component: 'projectPeople', attributes: { id: project.id, name: project.name } }),
      };
      if (project.limit) return [people];
      return [
        { id: 'rename', label: m.projects_rename(), run: ask('rename') },
        { id: 'duplicate', label: m.projects_duplicate(), run: ask('duplication') },
        { id: 'currency', label: m.projects_currency_change(), run: ask('currency') },
        people,
        {
          id: 'client',
          label: m.client_edit(),
          run: () => openModal({ component: 'projectClient', attributes: { id: project.id, name: project.name } }),
        },
        {
          id: 'delete',
          label: m.projects_delete(),
          destructive: true,
          run: ask('deletion'),
          blocked: mayDelete ? null : m.projects_delete_forbidden(),
        },
      ];
    },
    [open, openModal, mayDelete],
  );
  const project = change?.project;
  return {
    actionsOf,
    restore: (deleted) => make({ kind: 'restoration', project: deleted }, null),
    restoreProblem: change?.kind === 'restoration' ? problem : null,
    dialogs: (
      <>
        <NameDialog
          open={isOpen && change?.kind === 'rename'}
          title={m.projects_rename()}
          label={m.projects_name()}
          initial={project?.name ?? ''}
          action={m.action_rename()}
          busy={busy}
          problem={problem}
          onSubmit={submit}
          onClose={close}
        />
        <NameDialog
          open={isOpen && change?.kind === 'duplication'}
          title={m.projects_duplicate_title({ name: project?.name ?? '' })}
          lead={m.projects_duplicate_lead()}
          label={m.projects_name()}
          initial={m.projects_copy_of({ name: project?.name ?? '' })}
          action={m.action_duplicate()}
          busy={busy}
          problem={problem}
          onSubmit={submit}
          onClose={close}
        />
        <CurrencyDialog
          mounted={isOpen && change?.kind === 'currency'}
          project={project}
          open={isOpen && change?.kind === 'currency'}
          busy={busy}
          problem={problem}
          onSubmit={submit}
          onClose={close}
        />
        <ConfirmDialog
          open={isOpen && change?.kind === 'deletion'}
          title={m.projects_delete_title({ name: project?.name ?? '' })}
          description={project ? whyDelete(project) : ''}
          busy={busy}
          problem={problem}
          onConfirm={() => submit(null)}
          onClose={close}
        />
      </>
    ),
  };
}
