import type { ReactNode } from 'react';
import { parse } from '../../../domain/decimal.ts';
import { isFormula } from '../../../domain/entered.ts';
import { spokenFormula } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import styles from '../../ui/grid/Grid.module.css';

const isMark = (text: string) => text === '.' || text === ',';
/** A number as it was entered, with the decimal mark of the language. */
export const spokenEntry = (text: string): string =>
  isFormula(text) || isMark(text) || parse(text, 60) !== null ? spokenFormula(text) : text;

/** A number with the mark of the formula that gives it. */
export const WithFormula = ({ formula, children }: { readonly formula: string | undefined; readonly children: ReactNode }) =>
  formula === undefined ? (
    children
  ) : (
    <span className={styles.calculated} title={`= ${spokenFormula(formula)}`}>
      {children}
      <span className="sr-only">, {m.formula_of({ formula: spokenFormula(formula) })}</span>
    </span>
  );
