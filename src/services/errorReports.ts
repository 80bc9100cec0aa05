import { Refused, Unanswered } from '../../domain/contract/call.ts';

/** Errors kept until it is known where they go, if anywhere. */
const KEPT = 20;

export interface ErrorReports {
  /** Reports an error with a word on where it was noticed. What the server refuses or leaves unanswered is an answer, not an error. */
  readonly report: (error: unknown, where: string) => void;
  /** Reports what nobody caught: errors of the window and of promises. An actor's error that reaches no other actor ends there too. */
  readonly listenTo: (page: Pick<Window, 'addEventListener'>) => void;
  /** Asks where reports go; done when reporting has begun, or when it is known that there is nowhere to report to. */
  readonly start: () => Promise<void>;
}

const isAnswer = (error: unknown) =>
  error instanceof Unanswered ||
  (error instanceof Refused && error.status < 500) ||
  (error instanceof Error && error.name === 'AbortError');

/** `readDsn` asks the server for the DSN: null where none is set, and then nothing of Sentry is ever loaded. */
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
