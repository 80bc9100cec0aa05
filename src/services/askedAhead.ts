/** Requests that src/ahead.ts made before the application was loaded. */
interface AskedAhead {
  /** The token they were made with. */
  readonly access: string;
  readonly at: number;
  readonly answers: Map<string, Promise<Response>>;
  /** The answers that have arrived, by address. */
  readonly texts: ReadonlyMap<string, string>;
  /** The files that were requested, by name; each promise resolves to whether the file was fetched. */
  readonly files?: ReadonlyMap<string, Promise<boolean>>;
  /** Fetches the files that are needed as soon as the screen is shown, unless that has begun already. */
  readonly fetchNext?: () => void;
}
/** The global variable in which src/ahead.ts stores the requests it made. */
export interface PageAhead {
  askedAhead?: AskedAhead;
}

/** In ms. After that an unused answer is too old. */
const LIFETIME = 20_000;

function askedWith(access: string | null): AskedAhead | null {
  const ahead = (globalThis as PageAhead).askedAhead;
  return ahead === undefined || ahead.access !== access || performance.now() - ahead.at > LIFETIME ? null : ahead;
}

/** The text of an answer that has arrived and is unused; null when there is none. Reading it here does not use it up. */
export function arrivedAhead(address: string, access: string | null): string | null {
  const ahead = askedWith(access);
  return ahead?.answers.has(address) ? (ahead.texts.get(address) ?? null) : null;
}

/** The text of the answer to a request made ahead, given out once; null when there is none, and the request has to be made. */
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

/**
 * Begins to fetch the files of the screen's next parts. It is called before the page's thread is busy for a while, because the thread would notice too late
 * that the first files have arrived, and the network would be idle meanwhile.
 */
export function fetchNext(): void {
  (globalThis as PageAhead).askedAhead?.fetchNext?.();
}

/** Resolves to whether a file that src/ahead.ts requested was fetched; false for any other file. */
export const hasFile = async (file: string): Promise<boolean> => (await (globalThis as PageAhead).askedAhead?.files?.get(file)) ?? false;
