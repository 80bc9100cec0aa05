/** Questions that src/ahead.ts asked before the application was there. */
export interface AskedAhead {
  /** The token they were asked with. */
  readonly access: string;
  readonly at: number;
  readonly answers: Map<string, Promise<Response>>;
}
/** Where src/ahead.ts leaves them. */
export interface PageAhead {
  askedAhead?: AskedAhead;
}

/** In ms. An answer that nobody has taken by then is older than what is asked now. */
const LIFETIME = 20_000;

/** The text of the answer to a question that was asked ahead, once; null when there is none, and it has to be asked. */
export async function answeredAhead(address: string, access: string | null): Promise<string | null> {
  const ahead = (globalThis as PageAhead).askedAhead;
  const asked = ahead?.answers.get(address);
  ahead?.answers.delete(address);
  if (ahead === undefined || asked === undefined || ahead.access !== access || performance.now() - ahead.at > LIFETIME) return null;
  try {
    const answer = await asked;
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
