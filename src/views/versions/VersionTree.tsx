import type { Version } from '../../../domain/api/shapes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { statusTone } from '../act/statusTone.ts';
import { useReference } from '../actum.tsx';
import { shownMoney } from '../figures.tsx';
import { ActionsButton, type MenuAction, useActionsMenu } from '../menus.tsx';
import { seesPrices } from '../ownLimit.ts';
import { paths, Tab } from '../routing.tsx';
import { useVersionActions, type VersionsShown, versionName, versionRelation } from './useVersionActions.ts';
import styles from './versions.module.css';

const ExtrasWaiting = preloadedPart(() => import('../extras/ExtrasWaiting.tsx').then((module) => module.ExtrasWaiting));

function Acts({ version, currency }: { readonly version: Version; readonly currency: string }) {
  const { statuses } = useReference();
  if (version.acts.length === 0) return null;
  return (
    <ul>
      {version.acts.map(({ id, number, price, status_id }) => {
        const status = statuses.find((each) => each.id === status_id);
        return (
          <li key={id} className={styles.act}>
            <Tab to={paths.act(id)} exact={false}>
              <span className={styles.name}>{m.act_numbered({ number })}</span>
              <span className={styles.price}>
                {price !== null && `${shownMoney(price)} ${currency}`}{' '}
                {status && <Chip tone={statusTone(status)}>{sentenceText(statusName(status))}</Chip>}
              </span>
            </Tab>
          </li>
        );
      })}
    </ul>
  );
}

interface VersionItemProps {
  readonly projectId: number;
  readonly version: Version;
  readonly currency: string;
  readonly actions: readonly MenuAction[];
}

function VersionItem({ projectId, version, currency, actions }: VersionItemProps) {
  const { openFor } = useActionsMenu();
  const relation = versionRelation(version);
  return (
    <li>
      <div className={styles.version}>
        <Tab to={paths.estimate(projectId, version.id)} exact={false} onContextMenu={(event) => openFor(event, actions)}>
          <span className={styles.name} title={version.name}>
            {versionName(version)}
          </span>
          {version.price !== null && (
            <span className={styles.price}>
              {shownMoney(version.price)} {currency}
            </span>
          )}
          {relation !== '' && <span className={styles.place}>{relation}</span>}
          {version.is_separate && version.acts.length > 0 && version.claimed !== null && (
            <span className={styles.place}>{m.estimate_claimed({ amount: `${shownMoney(version.claimed)} ${currency}` })}</span>
          )}
        </Tab>
        <ActionsButton name={versionName(version)} actions={actions} />
      </div>
      <Acts version={version} currency={currency} />
    </li>
  );
}

/** The versions of a project with their prices, and the acts made against them. */
export function VersionTree(shown: VersionsShown) {
  const { project, versions } = shown.about;
  const { create, actionsOf } = useVersionActions(shown);
  return (
    <section className={styles.tree} aria-label={m.versions_of({ name: project.name })}>
      <ul>
        {versions.map((version) => (
          <VersionItem key={version.id} projectId={project.id} version={version} currency={project.currency} actions={actionsOf(version)} />
        ))}
      </ul>
      {versions.some(({ acts, carried_from }) => acts.length > 0 || carried_from !== null) && (
        <ul>
          {seesPrices(project.limit) && (
            <li>
              <Tab to={paths.payments(project.id)} exact={false}>
                {m.payments()}
              </Tab>
            </li>
          )}
          <li>
            <Tab to={paths.extras(project.id)} exact={false} className={styles.extras}>
              <span>{m.extras()}</span>
              <ExtrasWaiting mounted projectId={project.id} />
            </Tab>
          </li>
        </ul>
      )}
      {!project.limit && (
        <Button kind="func" size="extra-small" icon="plus" onClick={create}>
          {m.versions_new()}
        </Button>
      )}
    </section>
  );
}
