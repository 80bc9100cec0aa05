import type { ComponentType } from 'react';
import type { NumberEditorProps } from '../../ui/grid/types.ts';

type NumberEditor = ComponentType<NumberEditorProps>;
let loaded: NumberEditor | undefined;
let loading: Promise<void> | undefined;

/** Loads the editor of numbers once a table is on screen. */
export function loadNumberEditor(): Promise<void> {
  loading ??= import('./NumberEditor.tsx').then(
    (module) => {
      loaded = module.NumberEditor;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The editor of numbers; undefined until it is loaded. Until then a plain editor replaces it, and the server checks its text. */
export const numberEditor = (): NumberEditor | undefined => loaded;
