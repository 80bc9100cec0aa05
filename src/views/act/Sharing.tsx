import { useActorRef } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Act } from '../../../domain/api/shapes.ts';
import { whyLimited } from '../ownLimit.ts';
import type { ActScreen } from './needs.ts';
import { ShareDialog } from './ShareDialog.tsx';

interface SharingProps {
  readonly screen: ActScreen;
  readonly share: ActorRefFrom<ActScreen['share']>;
  readonly act: Act | null;
  readonly name: string;
}

/** The dialogs of the two links of an act: each leads to the other. */
export function Sharing({ screen, share, act, name }: SharingProps) {
  const answerLink = useActorRef(screen.answerLink);
  const turn = (from: typeof share, to: typeof share, link: Act['share']) => {
    from.send({ type: 'share.closed' });
    to.send({ type: 'share.opened', link });
  };
  return (
    <>
      <ShareDialog share={share} name={name} onOther={() => turn(share, answerLink, act?.answer_link ?? null)} />
      <ShareDialog
        share={answerLink}
        name={name}
        mayAnswer
        blocked={whyLimited(act?.limit)}
        onOther={() => turn(answerLink, share, act?.share ?? null)}
      />
    </>
  );
}
