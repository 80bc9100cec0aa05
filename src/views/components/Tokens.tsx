import type { CSSProperties } from 'react';
import styles from './components.module.css';
import { Section } from './Section.tsx';

const BLUES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950];
const SIZES = [12, 13, 14, 16, 20, 28];
const TONES = [
  { key: '', words: 'Text 2 186.50' },
  { key: 'muted', words: 'Muted 2 186.50' },
  { key: 'faint', words: 'Faint 2 186.50' },
  { key: 'wrong', words: 'Wrong: over the range' },
  { key: 'waits', words: 'Waits: not confirmed' },
  { key: 'done', words: 'Done: accepted' },
];
const filled = (name: string): CSSProperties => ({ background: `var(--${name})` });

export function Tokens() {
  return (
    <>
      <Section title="Blue" wide>
        <div className={styles.scale}>
          {BLUES.map((step) => (
            <span key={step} className={styles.step}>
              <i style={filled(`blue-${step}`)} />
              {step}
            </span>
          ))}
        </div>
      </Section>
      <Section title="Text">
        <p className={styles.line}>
          {SIZES.map((size) => (
            <span key={size} style={{ fontSize: size }}>
              {size}
            </span>
          ))}
        </p>
        <p className={styles.line}>
          {TONES.map(({ key, words }) => (
            <span key={words} className={key}>
              {words}
            </span>
          ))}
        </p>
      </Section>
      <Section title="Corners and layers">
        <p className={styles.line}>
          <span className={styles.corner} style={{ borderRadius: 'var(--radius)' }}>
            8
          </span>
          <span className={styles.corner} style={{ borderRadius: 'var(--radius-s)' }}>
            6
          </span>
          <span className={styles.corner} style={{ borderRadius: 'var(--radius-xs)' }}>
            4
          </span>
          <span className="muted">Modal 1100, overlay 1000, menu 1000, tooltip 1100</span>
        </p>
      </Section>
    </>
  );
}
