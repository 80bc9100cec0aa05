import { Refused, Unanswered } from '../../domain/api/call.ts';

/** Errors are held until the DSN is known. */
const KEPT = 20;

export interface ErrorReports {
  /** Reports an error and where it was noticed. A refusal of the server or no answer is an outcome, so neither is reported. */
  readonly report: (error: unknown, where: string) => void;
  /** Reports uncaught errors of the window and of promises. An actor's error that reaches no other actor ends there too. */
  readonly listenTo: (page: Pick<Window, 'addEventListener'>) => void;
  /** Reads the DSN. Resolves when reporting has begun, or when there is no DSN. */
  readonly start: () => Promise<void>;
}

const isAnswer = (error: unknown) =>
  error instanceof Unanswered ||
  (error instanceof Refused && error.status < 500) ||
  (error instanceof Error && error.name === 'AbortError');

/** `readDsn` asks the server for the DSN. Where it is null, Sentry is never loaded. */
export function createErrorReports(readDsn: () => Promise<string | null>): ErrorReports {
  let waiting: { readonly error: unknown; readonly where: string }[] | null = [];
  let send: ((error: unknown, where: string) => void) | null = null;
  const report: ErrorReports['report'] = (error, where) => {
    if (isAnswer(error)) return;
    if (send !== null) send(error, where);
    else if (waiting !== null && waiting.length < KEPT) waiting.push({ error, where });
  };
  return {
    report,
    listenTo(page) {
      page.addEventListener('error', ({ error, message }) => report(error ?? new Error(message), 'window'));
      page.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise'));
    },
    async start() {
      const dsn = await readDsn();
      if (dsn !== null) {
        const { startSentry } = await import('./sentry.ts');
        send = startSentry(dsn);
        for (const { error, where } of waiting ?? []) send(error, where);
      }
      waiting = null;
    },
  };
}
