import type { HandPair } from '../../machines/carrying/carrying.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { quoted } from '../figures.tsx';
import styles from './carrying.module.css';

interface HandPairsProps {
  readonly pairs: readonly HandPair[];
  readonly onUndo: (from: number) => void;
}

/** The pairs made by hand, each with a button to undo it. */
export const HandPairs = ({ pairs, onUndo }: HandPairsProps) => (
  <details className={styles.pairs}>
    <summary>{m.carry_pairs_made({ count: pairs.length })}</summary>
    <ul>
      {pairs.map(({ from, fromName, intoName }) => (
        <li key={from}>
          <span>{m.carry_pair_is({ old: quoted(fromName), now: quoted(intoName) })}</span>
          <Button
            kind="func"
            size="extra-small"
            icon="undo"
            aria-label={m.carry_unpair_of({ name: quoted(fromName) })}
            onClick={() => onUndo(from)}
          >
            {m.carry_unpair()}
          </Button>
        </li>
      ))}
    </ul>
  </details>
);
