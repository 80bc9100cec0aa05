import type { Api } from '../../../domain/api/call.ts';
import type { Destination } from '../../machines/palette/types.ts';
import { rowSearchMachine } from '../../machines/rowSearch/rowSearch.ts';
import { calling } from '../calls/calling.ts';
import { foundRows } from './destinations.ts';

/** The search of a team's rows. */
export const rowSearchOf = (api: Api, teamId: number): typeof rowSearchMachine =>
  rowSearchMachine.provide({
    actors: {
      searchRows: calling<readonly Destination[], { text: string }>(({ input: { text }, signal }) => foundRows(api, teamId, text, signal)),
    },
  });
