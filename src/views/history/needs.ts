import type { historyMachine } from '../../machines/history/history.ts';

export interface HistoryPart {
  readonly machine: typeof historyMachine;
  readonly log: (message: string, error: unknown) => void;
}
