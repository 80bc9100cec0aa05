import { CAUSES } from '../../../domain/contractFigures.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { isZero, shownMoney, signedMoney } from '../figures.tsx';
import { Link, paths } from '../routing.tsx';
import { versionName } from '../versions/useVersionActions.ts';
import { useContract } from './context.ts';
import styles from './contract.module.css';

interface FigureProps {
  readonly name: string;
  readonly amount: string;
  /** The sign between the figure before and this one. */
  readonly sign?: '+' | '=' | undefined;
  readonly isSum?: boolean;
}
const Figure = ({ name, amount, sign, isSum = false }: FigureProps) => (
  <div className={classNames(styles.figure, isSum && styles.sum)} data-sign={sign}>
    <dt>{name}</dt>
    <dd className={classNames('num', isZero(amount) && 'zero')}>{shownMoney(amount)}</dd>
  </div>
);

/** The contract as a sum, with taxes: the original, the changes, the present contract, and the part done. */
export function ContractHead() {
  const {
    contract: { total_with_taxes: whole },
    about: { project },
  } = useContract();
  const changed = fixed(
    CAUSES.reduce((sum, cause) => sum + exact(whole[cause], SCALE.money), 0n),
    SCALE.money,
  );
  return (
    <dl className={styles.head} aria-label={m.contract_figures({ currency: project.currency })}>
      <Figure name={m.contract_original()} amount={whole.original} isSum />
      <Figure name={m.contract_extras()} amount={whole.extras} sign="+" />
      <Figure name={m.contract_changes()} amount={changed} sign="+" />
      <Figure name={m.contract_now()} amount={whole.now} sign="=" isSum />
      {!isZero(whole.settled) && <Figure name={m.contract_settled()} amount={whole.settled} sign="+" />}
      <Figure name={m.contract_to_date()} amount={whole.to_date} sign="=" isSum />
      <Figure name={m.contract_left()} amount={whole.left} sign="+" isSum />
    </dl>
  );
}

/** The versions, each with its price and the claims of its acts, with taxes. */
export function ContractVersions() {
  const {
    contract: { versions },
    about: { project },
  } = useContract();
  const columns = [
    { key: 'estimated', name: m.contract_estimated() },
    { key: 'extras', name: m.contract_extras() },
    { key: 'claimed', name: m.contract_claimed() },
    { key: 'settled', name: m.contract_settled_then() },
    { key: 'revaluation', name: m.contract_revalued_then() },
  ] as const;
  const counted = (key: (typeof columns)[number]['key'], { extra_count, act_count }: (typeof versions)[number]) =>
    key === 'extras' ? extra_count : key === 'claimed' ? act_count : 0;
  return (
    <details className={styles.versions}>
      <summary>{m.contract_versions()}</summary>
      <table aria-label={m.contract_versions()}>
        <thead>
          <tr>
            <th scope="col">{m.export_estimate_version()}</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className="num">
                {m.column_of_currency({ name, currency: project.currency })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.id}>
              <th scope="row">
                <Link to={paths.estimate(project.id, version.id)}>{versionName(version)}</Link>
              </th>
              {columns.map(({ key, name }) => (
                <td key={key} data-heading={name} className={classNames('num', isZero(version[key]) && 'zero')}>
                  {counted(key, version) > 0 && <span className="muted">({counted(key, version)}) </span>}
                  {key === 'extras' || key === 'revaluation' ? signedMoney(version[key]) : shownMoney(version[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
