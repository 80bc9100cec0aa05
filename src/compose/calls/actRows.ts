import type { Api } from '../../../domain/contract/call.ts';
import type { ActRow } from '../../../domain/contract/shapes.ts';
import { type ActRowsOnly, AS_STORED, viewText } from '../../../domain/rowView.ts';
import type { Viewed } from '../../views/sections/listFoot.tsx';
import { asText, type ReadWindow } from './windows.ts';

export const actRows =
  (api: Api, actId: number, listId: number, { view, shown }: Partial<Viewed> = {}, only: ActRowsOnly | null = null): ReadWindow<ActRow> =>
  async (window, signal) => {
    const query = { ...asText(window), view: viewText(view?.get() ?? AS_STORED), ...(only !== null && { only }) };
    const { stored, ...read } = await api('GET /acts/:id/lists/:listId/rows/', { params: { id: actId, listId }, query }, { signal });
    shown?.set({ stored, amounts: null });
    return read;
  };
