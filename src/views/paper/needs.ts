import type { Client, Parties } from '../../../domain/api/parties.ts';
import type { Form } from '../../machines/form/form.ts';
import type { printoutMachine } from '../../machines/printout/printout.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';
import type { LoadRows } from './rowsToPrint.ts';

interface PartiesPart extends Read {
  readonly parties: ValueStore<Parties>;
}
/** The fields of a client as typed in a form; an empty day means none. */
export type ClientTyped = Omit<Client, 'contract_date'> & { readonly contract_date: string };
export interface PaperPart {
  /** Prints the screen once its rows are loaded. */
  readonly printout: (loadRows: LoadRows) => typeof printoutMachine;
  /** The two parties of a project's contract. */
  readonly parties: (projectId: number) => PartiesPart;
  readonly client: (projectId: number) => Form<ClientTyped, Client>;
}
