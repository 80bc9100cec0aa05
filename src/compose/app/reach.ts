import { type ActorOptions, type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { Unanswered } from '../../../domain/api/call.ts';
import { reachMachine } from '../../machines/reach/reach.ts';
import type { OpenStream } from '../../services/socket.ts';
import type { Outside } from './outside.ts';

type Reach = ActorRefFrom<typeof reachMachine>;

/** Follows whether the server can be reached. */
export function startReach({ probe }: Pick<Outside, 'probe'>, options: Pick<ActorOptions<typeof reachMachine>, 'clock'>): Reach {
  const machine = reachMachine.provide({ actors: { probe: fromPromise<void>(({ signal }) => probe(signal)) } });
  return createActor(machine, options).start();
}

const isWithdrawn = (args: readonly unknown[]): boolean => args.some((arg) => arg instanceof AbortSignal && arg.aborted);

/** Reports how each call ended; a refusal is an answer too. A call that was withdrawn meanwhile says nothing about the server. */
export function reportingTo<Args extends readonly unknown[]>(
  reach: Reach,
  send: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<unknown> {
  return async (...args) => {
    try {
      const answer = await send(...args);
      reach.send({ type: 'answer.heard' });
      return answer;
    } catch (error) {
      if (!isWithdrawn(args)) reach.send(error instanceof Unanswered ? { type: 'silence.met', by: 'call' } : { type: 'answer.heard' });
      throw error;
    }
  };
}

/** Reports messages of the live socket, and its closing. */
export const heardBy =
  (reach: Reach, open: OpenStream): OpenStream =>
  (asked, { answered, failed, ...listener }) =>
    open(asked, {
      ...listener,
      answered(answer) {
        reach.send({ type: 'answer.heard' });
        answered(answer);
      },
      failed(error) {
        reach.send({ type: 'silence.met', by: 'socket' });
        failed(error);
      },
    });
