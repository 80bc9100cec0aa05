import type { Api } from '../../../domain/contract/call.ts';
import type { ActRow } from '../../../domain/contract/shapes.ts';
import { asText, type ReadWindow } from './windows.ts';

export const actRows =
  (api: Api, actId: number, listId: number): ReadWindow<ActRow> =>
  (window, signal) =>
    api('GET /acts/:id/lists/:listId/rows/', { params: { id: actId, listId }, query: asText(window) }, { signal });
