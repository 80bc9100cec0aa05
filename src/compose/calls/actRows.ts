import type { Api } from '../../../domain/api/call.ts';
import type { ActRow } from '../../../domain/api/shapes.ts';
import { type ActRowsOnly, AS_STORED, viewText } from '../../../domain/rowView.ts';
import type { Viewed } from '../../views/sections/listFoot.tsx';
import { asText, type KeptOnServer, keptWith, type ReadWindow } from './windows.ts';

export const actRows =
  (
    api: Api,
    actId: number,
    listId: number,
    { view, shown }: Partial<Pick<Viewed, 'view' | 'shown'>> = {},
    only: ActRowsOnly | null = null,
    kept?: KeptOnServer,
  ): ReadWindow<ActRow> =>
  async (window, signal) => {
    const query = { ...asText(window), view: viewText(view?.get() ?? AS_STORED), ...(only === null ? keptWith(kept) : { only }) };
    const {
      stored,
      kept: found,
      ...read
    } = await api('GET /acts/:id/lists/:listId/rows/', { params: { id: actId, listId }, query }, { signal });
    if (found !== undefined) kept?.found(found);
    shown?.set({ stored, amounts: null });
    return read;
  };
