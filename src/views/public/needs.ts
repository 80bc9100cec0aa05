import type { ActRow, ActSummary, PublicAct } from '../../../domain/api/shapes.ts';
import type { ActRowsOnly } from '../../../domain/rowView.ts';
import type { publicActMachine } from '../../machines/publicAct/publicAct.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Answering } from '../answer/needs.ts';
import type { Windowed } from '../needs.ts';
import type { Viewed } from '../sections/listFoot.tsx';

export interface PublicActScreen {
  readonly machine: typeof publicActMachine;
  readonly act: ValueStore<PublicAct>;
  readonly summary: ValueStore<ActSummary>;
  /** The parts of the sheet behind a link that may answer; its draft is stored under the link's key. */
  readonly answering: (key: string, about: PublicAct) => Answering;
  readonly list: (actId: number, listId: number, only: ActRowsOnly | null) => Windowed<ActRow> & Viewed;
}
