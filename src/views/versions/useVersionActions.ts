import { useCallback } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Version } from '../../../domain/api/shapes.ts';
import { versionToCarryOn } from '../../../domain/contractChain.ts';
import { m } from '../../messages/messages.ts';
import { useAsk } from '../changing.ts';
import { useOpenPast } from '../history/useOpenPast.ts';
import type { MenuAction } from '../menus.tsx';
import { seesPrices, whyVersionFrozen } from '../ownLimit.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { paths, useGo } from '../routing.tsx';
import type { VersionChanges } from './needs.ts';

export type VersionChanging = ActorRefFrom<VersionChanges>;

export interface VersionsShown {
  readonly about: ProjectWithVersions;
  readonly changes: VersionChanging;
}

export const versionName = ({ number, name }: Pick<Version, 'number' | 'name'>): string =>
  name === '' ? m.estimate_version({ number }) : m.estimate_version_named({ number, name });

/** The relation of a version to others, in a few words; empty where there is none. */
export function versionRelation({ carried_from, carried_on_by, is_separate }: Version): string {
  return [
    is_separate ? m.separate_is() : '',
    carried_from ? m.carry_goes_on({ number: carried_from.number }) : '',
    carried_on_by ? m.carry_on_by({ number: carried_on_by.number }) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The previous version, or for the first one the next; undefined when there is no other. */
const neighbourOf = (version: Version, versions: readonly Version[]): Version | undefined => {
  const index = versions.findIndex(({ id }) => id === version.id);
  return versions[index - 1] ?? versions[index + 1];
};

/** The actions on a whole version. */
export function useVersionActions({ about, changes }: VersionsShown) {
  const go = useGo();
  const openPast = useOpenPast();
  const { open } = useAsk(changes);
  const create = useCallback(() => open({ kind: 'creation' }), [open]);
  const actionsOf = useCallback(
    (version: Version): readonly MenuAction[] => {
      const { number } = version;
      const { limit } = about.project;
      const whyFrozen = whyVersionFrozen(version);
      const other = neighbourOf(version, about.versions);
      const comparing = {
        id: 'compare',
        label: m.versions_compare(),
        run: () => other && go(paths.compare(about.project.id, version.id, other.id, 'lists')),
        blocked: other ? null : m.versions_only_one(),
      };
      const whole = { id: 'contract', label: m.contract_open(), run: () => go(paths.contract(about.project.id, version.id)) };
      const past = {
        id: 'past',
        label: m.history_this_estimate(),
        run: () => openPast({ projectId: about.project.id, of: 'version', id: version.id, name: versionName(version) }),
      };
      const carrying: readonly MenuAction[] = version.carried_from
        ? [{ id: 'carried', label: m.carry_history(), run: () => go(paths.carried(about.project.id, version.id)) }]
        : versionToCarryOn(about.versions, version) && !limit
          ? [{ id: 'carry', label: m.carry_title(), run: () => go(paths.carry(about.project.id, version.id)) }]
          : [];
      if (limit) return seesPrices(limit) ? [comparing, whole, past, ...carrying] : [past];
      return [
        ...carrying,
        { id: 'duplicate', label: m.versions_duplicate({ number }), run: () => open({ kind: 'duplication', version }) },
        { id: 'rename', label: m.versions_rename({ number }), run: () => open({ kind: 'rename', version }), blocked: whyFrozen },
        comparing,
        whole,
        past,
        {
          id: 'delete',
          label: m.versions_delete({ number }),
          destructive: true,
          run: () => open({ kind: 'deletion', version }),
          blocked: whyFrozen,
        },
      ];
    },
    [about, open, go, openPast],
  );
  return { create, actionsOf };
}
