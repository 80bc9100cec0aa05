/** Questions that src/ahead.ts asked before the application was there. */
interface AskedAhead {
  /** The token they were asked with. */
  readonly access: string;
  readonly at: number;
  readonly answers: Map<string, Promise<Response>>;
  /** Those that have come. */
  readonly texts: ReadonlyMap<string, string>;
}
/** Where src/ahead.ts leaves them. */
export interface PageAhead {
  askedAhead?: AskedAhead;
}

/** In ms. An answer that nobody has taken by then is older than what is asked now. */
const LIFETIME = 20_000;

function askedWith(access: string | null): AskedAhead | null {
  const ahead = (globalThis as PageAhead).askedAhead;
  return ahead === undefined || ahead.access !== access || performance.now() - ahead.at > LIFETIME ? null : ahead;
}

/** The text of an answer that has come already and that nobody has taken yet; null when there is none. It can still be taken. */
export function arrivedAhead(address: string, access: string | null): string | null {
  const ahead = askedWith(access);
  return ahead?.answers.has(address) ? (ahead.texts.get(address) ?? null) : null;
}

/** The text of the answer to a question that was asked ahead, once; null when there is none, and it has to be asked. */
export async function answeredAhead(address: string, access: string | null): Promise<string | null> {
  const asked = askedWith(access)?.answers.get(address);
  (globalThis as PageAhead).askedAhead?.answers.delete(address);
  if (asked === undefined) return null;
  try {
    const answer = await asked;
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
