import * as v from 'valibot';
import { AS_MADE, ColumnLayout } from '../../../domain/columnLayout.ts';
import type { OwnCopy } from '../../machines/ownCopy/ownCopy.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { layoutStorage } from '../../services/layoutStorage.ts';

const Copy = v.object({ value: ColumnLayout, isUnsent: v.boolean() });

/** This browser's copy of a person's layout of columns, for the first paint. One that is invalid, or names an unknown column, counts as none. */
export function columnLayout(person: number | null): ValueStore<OwnCopy<ColumnLayout>> {
  const store = new ValueStore<OwnCopy<ColumnLayout>>();
  const copy = v.safeParse(Copy, layoutStorage.read(String(person)));
  store.set(copy.success ? copy.output : { value: AS_MADE, isUnsent: false });
  store.subscribe(() => layoutStorage.write(String(person), store.get()));
  return store;
}
