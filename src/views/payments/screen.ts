import { use, useMemo } from 'react';
import { useScreens } from '../screens.tsx';
import type { LedgerPart, SheetPart, TermsPart } from './needs.ts';

export function useLedger(versionId: number): LedgerPart {
  const payments = use(useScreens().payments());
  return useMemo(() => payments.ledger(versionId), [payments, versionId]);
}

export function useTerms(projectId: number): TermsPart {
  const payments = use(useScreens().payments());
  return useMemo(() => payments.terms(projectId), [payments, projectId]);
}

/** The sheet of an act, or of a certificate. */
export function useSheet(kind: 'act' | 'certificate', id: number): SheetPart {
  const payments = use(useScreens().payments());
  return useMemo(() => payments.sheet(kind === 'act' ? { act: id } : { certificate: id }), [payments, kind, id]);
}
