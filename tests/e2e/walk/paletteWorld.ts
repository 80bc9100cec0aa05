import { Unanswered } from '../../../domain/api/call.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import { paletteMachine } from '../../../src/machines/palette/palette.ts';
import type { Destination, OfferedAction } from '../../../src/machines/palette/types.ts';
import type { WorldModel } from '../../../walking/tour.ts';

type Palette = typeof paletteMachine;

/** Some of what every screen offers. */
const actions: readonly OfferedAction[] = ['Go to all projects', 'Account'].map((name) => ({
  id: name,
  group: 'everywhere',
  name,
  blocked: null,
}));
const destinations: readonly Destination[] = [
  { id: 'Pine Yard 14, house', group: 'projects', name: 'Pine Yard 14, house', detail: '', path: '' },
];

/** The palette of a page: the world is whether its screen has offered what it can do. */
export const paletteWorld: WorldModel<Palette, boolean> = {
  machine: paletteMachine,
  input: undefined,
  world: () => false,
  next: () => true,
  events(snapshot, isOffered): readonly ModelEvent<Palette>[] {
    if (!isOffered) return [{ type: 'actions.offered', actions }];
    const asked = { type: 'palette.asked', where: { projectId: null, versionId: null, actId: null } } as const;
    const closed = [{ type: 'escape.pressed' }, { type: 'overlay.clicked' }] as const;
    if (snapshot.matches('closed')) return [asked, { type: 'shortcuts.asked' }];
    if (snapshot.matches({ open: 'shortcuts' })) return [asked, ...closed, { type: 'palette.closed' }];
    return [
      asked,
      ...closed,
      { type: 'text.typed', text: 'pro' },
      { type: 'highlight.moved', to: 'next' },
      { type: 'option.pointed', id: 'Account' },
      { type: 'option.chosen', id: 'Go to all projects' },
      ...(snapshot.matches({ open: { finding: 'failed' } }) ? [{ type: 'load.retried' } as const] : []),
      ...(snapshot.matches({ open: { finding: 'loading' } })
        ? ([
            { type: 'xstate.done.actor.loadDestinations', output: destinations },
            { type: 'xstate.error.actor.loadDestinations', error: new Unanswered('offline') },
          ] as const)
        : []),
    ];
  },
  stateKey: ({ value, context: { text, sentence } }, isOffered) => ({ value, text, sentence, isOffered }),
};
