import { type Api, Refused } from '../../../domain/api/call.ts';
import { confirmationMachine } from '../../machines/confirmation/confirmation.ts';
import type { People } from '../../views/people.tsx';
import { calling } from '../calls/calling.ts';

/** The call uses up the link, so a repeated call on the same page gets the first answer. */
export function confirmationOf(api: Api): People['confirmation'] {
  const answers = new Map<string, Promise<void>>();
  const confirm = (hash: string) => {
    const answer =
      answers.get(hash) ??
      api('POST /confirm_email/', { body: { hash } }).then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof Refused) || error.status !== 400) answers.delete(hash);
          throw error;
        },
      );
    answers.set(hash, answer);
    return answer;
  };
  return (hash) => confirmationMachine.provide({ actors: { confirm: calling<void>(() => confirm(hash)) } });
}
