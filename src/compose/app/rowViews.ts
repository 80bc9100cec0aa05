import * as v from 'valibot';
import { AS_STORED, RowView } from '../../../domain/rowView.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { viewStorage } from '../../services/viewStorage.ts';
import type { ShownRows, Viewed } from '../../views/sections/listFoot.tsx';

/** How a person is shown a list, kept in this browser. */
export function rowView(person: number | null, list: string): ValueStore<RowView> {
  const name = `${person ?? 'public'} ${list}`;
  const kept = v.safeParse(RowView, viewStorage.read(name));
  const view = new ValueStore<RowView>();
  view.set(kept.success ? kept.output : AS_STORED);
  view.subscribe(() => viewStorage.write(name, view.get()));
  return view;
}

/** The same for a list that folds alone. */
export const foldedView = (person: number | null, list: string): Viewed => ({
  view: rowView(person, list),
  shown: new ValueStore<ShownRows>(),
});
