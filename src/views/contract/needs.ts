import type { WholeContract } from '../../../domain/api/wholeContractShapes.ts';
import type { ContractKind } from '../../../domain/contractFigures.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read, Windowed } from '../needs.ts';
import type { Viewed } from '../sections/listFoot.tsx';

export type ContractAbout = Omit<WholeContract, 'rows' | 'row_count'>;
type Row = WholeContract['rows'][number];
/** A list, a row, or a sum below them. */
export interface ContractItem extends Omit<Row, 'kind'> {
  readonly id: number;
  readonly kind: Row['kind'] | 'subtotal' | 'line' | 'total';
  /** The percent of an additional cost or a tax, if it is uniform. */
  readonly percent: string | null;
}
export interface WholeContractScreen extends Read {
  readonly about: ValueStore<ContractAbout>;
  /** All rows, or those with one kind of change. */
  readonly rows: (kind: ContractKind | null) => Windowed<ContractItem> & Viewed;
}
