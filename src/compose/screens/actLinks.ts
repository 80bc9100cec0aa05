import type { Api } from '../../../domain/api/call.ts';
import type { Act, Share } from '../../../domain/api/shapes.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import { shareMachine } from '../../machines/share/share.ts';
import type { Answering } from '../../views/answer/needs.ts';
import { answeringOf } from '../calls/answering.ts';
import { calling } from '../calls/calling.ts';

/** A link of the act: the one that may look, or the one that may answer, which always has an end. */
export function sharing(
  api: Api,
  act: ValueStore<Act>,
  actId: number,
  link: 'share' | 'answer_link',
  copyText: (text: string) => Promise<void>,
): typeof shareMachine {
  const params = { id: actId };
  const keepLink = (share: Share | null) => {
    const known = act.get();
    if (known) act.set({ ...known, [link]: share });
  };
  const until = (expires_at: string | null, signal: AbortSignal): Promise<Share> =>
    link === 'share'
      ? api('POST /acts/:id/share/', { params, body: { expires_at } }, { signal })
      : // An empty day is sent as a past moment, which the server refuses with its own sentence.
        api('POST /acts/:id/answer_link/', { params, body: { expires_at: expires_at ?? new Date(0).toISOString() } }, { signal });
  return shareMachine.provide({
    actors: {
      readLink: calling<Share | null>(async ({ signal }) => {
        const { [link]: present } = await api('GET /acts/:id/', { params }, { signal });
        keepLink(present);
        return present;
      }),
      shareUntil: calling<Share, { expires_at: string | null }>(async ({ input: { expires_at }, signal }) => {
        const made = await until(expires_at, signal);
        keepLink(made);
        return made;
      }),
      copyLink: calling<void, { url: string }>(({ input }) => copyText(input.url)),
      rotateLink: calling<Share>(async ({ signal }) => {
        const made = await api(`POST /acts/:id/${link}/rotate/`, { params }, { signal });
        keepLink(made);
        return made;
      }),
      withdrawLink: calling<void>(async ({ signal }) => {
        await api(`DELETE /acts/:id/${link}/`, { params }, { signal });
        keepLink(null);
      }),
    },
  });
}

/** The sheet on which an answer given on paper is recorded; made when it is first requested. */
export function paperOf(api: Api, act: ValueStore<Act>, actId: number): (about: Act) => Answering {
  const params = { id: actId };
  let paper: Answering | null = null;
  return (about) => {
    paper ??= answeringOf({
      api,
      actId,
      name: `act ${actId}`,
      revision: about.revision,
      async send({ rows, name, email, draft: { revision } }, signal) {
        const answered = await api('POST /acts/:id/answer/', { params, body: { name, email, rows } }, { signal, revision });
        // Deferred, so that the sheet learns that its answer has arrived before the answered act replaces it.
        setTimeout(() => act.set(answered));
      },
      async reread(signal) {
        const now = await api('GET /acts/:id/', { params }, { signal });
        act.set(now);
        return now.revision;
      },
    });
    return paper;
  };
}
