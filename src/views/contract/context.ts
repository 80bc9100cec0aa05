import { createContext, useContext } from 'react';
import type { ProjectWithVersions } from '../project/needs.ts';
import type { ContractAbout, WholeContractScreen } from './needs.ts';

/** The values that the parts of the screen share. */
export interface ContractShown {
  readonly screen: WholeContractScreen;
  readonly contract: ContractAbout;
  readonly about: ProjectWithVersions;
  /** Counts edits in the project; rows are read again when it grows. */
  readonly changes: number;
}
const ContractContext = createContext<ContractShown | null>(null);
export const ContractProvider = ContractContext;

export function useContract(): ContractShown {
  const shown = useContext(ContractContext);
  if (shown === null) throw new Error('ContractProvider is missing');
  return shown;
}
