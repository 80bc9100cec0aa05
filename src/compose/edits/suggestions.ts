import type { Api } from '../../../domain/api/call.ts';
import { type OfferedUnit, offeredUnits } from '../../../domain/units.ts';
import { type SuggestingField, type Suggestion, suggestionMachine } from '../../machines/suggestion/suggestion.ts';
import { calling } from '../calls/calling.ts';

/** Suggests units of the trade and of the project, and rows of the team's other estimates. */
export function suggestionsOf(api: Api, listId: number, usual: () => readonly OfferedUnit[]) {
  const params = { id: listId };
  const suggest = async (field: SuggestingField, text: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
    if (field === 'unit') {
      const used = await api('GET /lists/:id/units/', { params }, { signal });
      return offeredUnits(text, usual(), used).map(({ name, full_name }) => ({ kind: 'unit', name, detail: full_name }));
    }
    const rows = await api('GET /lists/:id/suggestions/', { params, query: { field, text: text.trim() } }, { signal });
    return rows.map((row) => ({ kind: 'row', row }));
  };
  return suggestionMachine.provide({
    actors: {
      suggest: calling<readonly Suggestion[], { field: SuggestingField; text: string }>(({ input: { field, text }, signal }) =>
        suggest(field, text, signal),
      ),
    },
  });
}
