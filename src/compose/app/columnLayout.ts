import { layoutIn } from '../../../domain/columnLayout.ts';
import type { KeptLayout } from '../../machines/columnLayout/columnLayout.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { layoutStorage } from '../../services/layoutStorage.ts';

/** This browser's copy of a person's layout of columns, for the first paint. */
export function columnLayout(person: number | null): ValueStore<KeptLayout> {
  const store = new ValueStore<KeptLayout>();
  const kept = layoutStorage.read(String(person)) as Partial<KeptLayout> | null;
  store.set({ layout: layoutIn(kept?.layout), isUnsent: kept?.isUnsent === true });
  store.subscribe(() => layoutStorage.write(String(person), store.get()));
  return store;
}
