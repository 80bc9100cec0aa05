import type { Api } from '../../../domain/api/call.ts';
import { paletteMachine } from '../../machines/palette/palette.ts';
import type { Destination, Whereabouts } from '../../machines/palette/types.ts';
import { calling } from '../calls/calling.ts';
import { once } from '../calls/once.ts';

const reading = once(() => import('./destinations.ts'));

/** The palette of a team: its projects, and the records of the open project. */
export const paletteOf = (api: Api, teamId: number): typeof paletteMachine =>
  paletteMachine.provide({
    actors: {
      loadDestinations: calling<readonly Destination[], Whereabouts>(async ({ input, signal }) =>
        (await reading()).destinationsOf(api, teamId, input, signal),
      ),
    },
  });
