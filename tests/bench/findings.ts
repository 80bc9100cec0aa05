/** The figures that have an aim, for the one table that `npm run bench` prints when all its benches have ended. */
import { appendFileSync } from 'node:fs';

interface Finding {
  readonly what: string;
  readonly measured: number;
  /** Where the figure is a ratio, the other side of it: "0.57 ms of a bare UPDATE". */
  readonly beside?: string;
  readonly aim: number;
  /** True for rates, which should reach the aim; other figures should stay below it. */
  readonly isRate?: boolean;
}

/** Adds figures to the table. A bench that runs by itself prints only tables of its own. */
export function note(...findings: readonly Finding[]): void {
  const path = process.env.BENCH_FINDINGS;
  if (path !== undefined) for (const finding of findings) appendFileSync(path, `${JSON.stringify(finding)}\n`);
}
