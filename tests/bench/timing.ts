/** Times as the benches take and write them. */
export const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
export const ms = (time: number) => time.toFixed(1);
export const times = (time: number, of: number) => `× ${(time / of).toFixed(2)}`;

export async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
export async function timed(count: number, work: (at: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) taken.push(await took(() => work(at)));
  return median(taken);
}
