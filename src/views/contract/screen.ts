import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { WholeContractScreen } from './needs.ts';

export function useWholeContract(versionId: number): WholeContractScreen {
  const contractOf = use(useScreens().wholeContract());
  return useMemo(() => contractOf(versionId), [contractOf, versionId]);
}
