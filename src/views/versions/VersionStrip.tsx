import type { Version } from '../../../domain/api/shapes.ts';
import { versionToCarryOn } from '../../../domain/contractChain.ts';
import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { shownMoney } from '../figures.tsx';
import { seesPrices } from '../ownLimit.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { Link, paths } from '../routing.tsx';

interface VersionStripProps {
  readonly about: ProjectWithVersions;
  readonly version: Version;
}

/** States where the work of a version comes from, or that the version could carry on the work of another. */
export function VersionStrip({ about: { project, versions }, version }: VersionStripProps) {
  const looks = buttonClass({ kind: 'func', size: 'extra-small' });
  const priced = seesPrices(project.limit);
  if (version.carried_from !== null)
    return (
      <Banner
        tone="waits"
        icon="swap"
        action={
          priced && (
            <Link to={paths.carried(project.id, version.id)} className={looks}>
              {m.carry_history()}
            </Link>
          )
        }
      >
        {m.carry_strip_carried({ number: version.carried_from.number })}
      </Banner>
    );
  const from = versionToCarryOn(versions, version);
  if (from === null || project.limit) return null;
  return (
    <Banner
      tone="waits"
      icon="swap"
      action={
        <Link to={paths.carry(project.id, version.id)} className={looks}>
          {m.carry_do_ask()}
        </Link>
      }
    >
      {m.carry_strip({ number: from.number, amount: `${shownMoney(from.claimed)} ${project.currency}` })}
    </Banner>
  );
}
