import { Button, type ButtonKind, type ButtonSize } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import table from '../../ui/Table.module.css';
import { TableFrame } from '../../ui/TableFrame.tsx';
import { useTitle } from '../routing.tsx';
import { useTheme } from '../theme.tsx';
import { Cells } from './Cells.tsx';
import styles from './components.module.css';
import { FieldsAndChoices } from './FieldsAndChoices.tsx';
import { Floating } from './Floating.tsx';
import { Section } from './Section.tsx';
import { Tokens } from './Tokens.tsx';
import { WaitingAndEmpty } from './WaitingAndEmpty.tsx';

const KINDS: readonly { readonly kind: ButtonKind; readonly name: string; readonly words: string }[] = [
  { kind: 'primary', name: 'Primary', words: 'Confirm import' },
  { kind: 'outline-primary', name: 'Outline primary', words: 'Fix errors' },
  { kind: 'secondary', name: 'Secondary', words: 'Export' },
  { kind: 'ghost', name: 'Ghost', words: 'Cancel' },
  { kind: 'func', name: 'Func', words: 'Add taxes' },
];
const SIZES: readonly { readonly size: ButtonSize; readonly name: string; readonly height: number; readonly spinner: number }[] = [
  { size: 'large', name: 'Large', height: 40, spinner: 32 },
  { size: 'medium', name: 'Medium', height: 32, spinner: 16 },
  { size: 'small', name: 'Small', height: 28, spinner: 12 },
  { size: 'extra-small', name: 'Extra small', height: 24, spinner: 10 },
];

function Buttons() {
  return (
    <div className={styles.scroll}>
      <table className={styles.plain}>
        <thead>
          <tr>
            <td />
            {KINDS.map(({ kind, name }) => (
              <th key={kind} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Icon alone</th>
            <th scope="col">Loading</th>
            <th scope="col">Blocked, with its reason</th>
            <th scope="col">Disabled</th>
          </tr>
        </thead>
        <tbody>
          {SIZES.map(({ size, name, height }) => (
            <tr key={size}>
              <th scope="row">
                {name} {height}
              </th>
              {KINDS.map(({ kind, words }) => (
                <td key={kind}>
                  <Button kind={kind} size={size} {...(kind === 'func' ? { icon: 'plus' as const } : {})}>
                    {words}
                  </Button>
                </td>
              ))}
              <td>
                <Button kind="ghost" size={size} icon="trash" aria-label={`Delete, ${name.toLowerCase()}`} />
              </td>
              <td>
                <Button kind="primary" size={size} loading>
                  Saving
                </Button>
              </td>
              <td>
                <Button kind="primary" size={size} blocked="3 rows have errors. Correct them in the file, or delete those rows here.">
                  Check numbers
                </Button>
              </td>
              <td>
                <Button size={size} disabled>
                  Export
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Spinners = () => (
  <p className={styles.line}>
    {SIZES.map(({ size, name, spinner }) => (
      <span key={size} className={styles.named}>
        <span className={styles.accent}>
          <Spinner size={size} label={`${name} spinner`} />
        </span>
        {name} {spinner}
      </span>
    ))}
  </p>
);

const Tables = () => (
  <div className={styles.frame}>
    <TableFrame label="Lists of an estimate">
      <thead>
        <tr>
          <th scope="col">List</th>
          <th scope="col" className="num">
            Labour, €
          </th>
          <th scope="col" className="num">
            Total, €
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Foundations</th>
          <td className="num">48 210.40</td>
          <td className="num">131 760.12</td>
        </tr>
        <tr>
          <th scope="row">Roof</th>
          <td className="num zero">0.00</td>
          <td className={`num ${table.changed}`}>
            <s className={table.was}>159 027.16</s>158 400.00
          </td>
        </tr>
        <tr className={table.sub}>
          <th scope="row">Contingency</th>
          <td className="num">
            3 <span className="sign">%</span>
          </td>
          <td className="num">8 704.80</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className="num">48 210.40</td>
          <td className="num">298 864.92</td>
        </tr>
      </tfoot>
    </TableFrame>
  </div>
);

/** All parts of the design system in all states, on one page. It needs no sign-in and no server. */
export function Components() {
  useTitle('Components');
  const { theme, choose } = useTheme();
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Mark />
        <h1>Components</h1>
        <span className="grow" />
        <fieldset className={styles.themes} aria-label="Theme">
          {(['system', 'light', 'dark'] as const).map((each) => (
            <Button
              key={each}
              kind={theme === each ? 'outline-primary' : 'ghost'}
              size="small"
              aria-pressed={theme === each}
              onClick={() => choose(each)}
            >
              {each}
            </Button>
          ))}
        </fieldset>
      </header>
      <main className={styles.sheet}>
        <Section title="Buttons" wide>
          <Buttons />
        </Section>
        <Section title="Spinners">
          <Spinners />
        </Section>
        <FieldsAndChoices />
        <Cells />
        <Floating />
        <Section title="Table frame">
          <Tables />
        </Section>
        <WaitingAndEmpty />
        <Tokens />
      </main>
    </div>
  );
}
