/** The texts that this process sends to a PostgreSQL server from now on. */
import pg from 'pg';

export function collectStatements(): { readonly texts: ReadonlySet<string>; stop(): void } {
  const texts = new Set<string>();
  const { query } = pg.Client.prototype;
  const inner = query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function hearing(this: pg.Client, ...given: unknown[]) {
    const [asked] = given;
    const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked;
    if (typeof text === 'string') texts.add(text);
    return inner.apply(this, given);
  } as typeof query;
  return {
    texts,
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}
