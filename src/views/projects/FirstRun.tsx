import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './FirstRun.module.css';

const STEPS = [
  { icon: 'table', name: m.first_step_estimate, why: m.first_step_estimate_why },
  { icon: 'check', name: m.first_step_act, why: m.first_step_act_why },
  { icon: 'link', name: m.first_step_share, why: m.first_step_share_why },
] as const;

/** A team's page before its first project: the steps of working with Actum, and the one next step. */
export function FirstRun({ onCreate }: { readonly onCreate: () => void }) {
  return (
    <section className={styles.screen} aria-labelledby="first-run">
      <h2 id="first-run" className={styles.title}>
        {m.first_title()}
      </h2>
      <p className={styles.lead}>{m.first_lead()}</p>
      <ol className={styles.steps}>
        {STEPS.map(({ icon, name, why }) => (
          <li key={icon}>
            <span className={styles.picture}>
              <Icon name={icon} />
            </span>
            <h3>{name()}</h3>
            <p>{why()}</p>
          </li>
        ))}
      </ol>
      <Button kind="primary" size="large" icon="plus" onClick={onCreate}>
        {m.projects_create_first()}
      </Button>
    </section>
  );
}
