import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuOption } from '../../ui/menuOption.ts';
import { type MenuAction, useChoose } from '../menus.tsx';
import { seesPrices } from '../ownLimit.ts';
import { useScreenActions } from '../palette/actions.ts';
import { useProjectActions } from '../projects/useProjectActions.tsx';
import { Link, paths, useGo } from '../routing.tsx';
import { ActMenu } from './ActMenu.tsx';
import { useVersionActions, type VersionsShown, versionName, versionRelation } from './useVersionActions.ts';
import { VersionButton } from './VersionButton.tsx';
import { VersionDialogs } from './VersionDialogs.tsx';
import styles from './versions.module.css';

interface VersionMenuProps extends VersionsShown {
  readonly versionId: number;
  readonly onChanged: () => void;
}

/** The menu of the version on screen: the other versions, and its actions. The palette offers the same. */
export function VersionMenu({ versionId, onChanged, ...shown }: VersionMenuProps) {
  const { about, changes } = shown;
  const { project, versions } = about;
  const go = useGo();
  const choose = useChoose();
  const { create, actionsOf } = useVersionActions(shown);
  const forProject = useProjectActions(({ kind }) => (kind === 'deletion' ? go(paths.projects) : onChanged()));
  const version = versions.find(({ id }) => id === versionId);
  const paying =
    version && (version.acts.length > 0 || version.carried_from) && seesPrices(project.limit)
      ? paths.payments(project.id, version.id)
      : null;
  const making = project.limit
    ? []
    : [
        { id: 'create', label: m.versions_new(), run: create },
        { id: 'import', label: m.versions_from_file(), run: () => go(paths.import(project.id)) },
      ];
  const actions: readonly MenuAction[] = [...making, ...(version ? actionsOf(version) : [])];
  useScreenActions([
    ...[...actions, ...forProject.actionsOf(project)].map(({ label, run, blocked = null }) => ({ name: label, run, blocked })),
    ...(paying === null ? [] : [{ name: m.payments(), run: () => go(paying) }]),
    ...(version?.acts.length ? [{ name: m.extras(), run: () => go(paths.extras(project.id, version.id)) }] : []),
  ]);
  const places = versions.map(
    (each): MenuOption => ({
      key: String(each.id),
      group: m.versions(),
      label: versionName(each),
      note: versionRelation(each),
      chosen: each.id === versionId,
    }),
  );
  return (
    <>
      <span className="hide-phone">
        <Menu
          trigger={<VersionButton number={version?.number ?? 0} count={versions.length} />}
          options={[
            ...places,
            ...actions.map(({ id, label, destructive = false, blocked = null }) => ({
              key: id,
              group: making.some((each) => each.id === id) ? m.versions() : m.versions_this(),
              label,
              danger: destructive,
              locked: blocked !== null,
            })),
          ]}
          onChoose={(key) =>
            places.some((place) => place.key === key) ? go(paths.estimate(project.id, Number(key))) : choose(actions, key)
          }
        />
      </span>
      <span className={styles.roomy}>
        <ActMenu acts={version?.acts ?? []} />
        {paying && (
          <Link to={paying} className={buttonClass({ size: 'small' })}>
            {m.payments()}
          </Link>
        )}
      </span>
      <VersionDialogs
        changes={changes}
        currency={project.currency}
        onChanged={({ change, versionId: next }) => {
          const isHere =
            change.kind === 'creation' || change.kind === 'duplication' || (change.kind === 'deletion' && change.version.id === versionId);
          if (isHere)
            go(next === null ? paths.project(project.id) : paths.estimate(project.id, next), { replace: change.kind === 'deletion' });
          else onChanged();
        }}
      />
      {forProject.dialogs}
    </>
  );
}
