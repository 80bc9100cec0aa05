import { useSyncExternalStore } from 'react';
import { CHANNEL, isReport, type Report, type Wish } from './messages.ts';

const channel = new BroadcastChannel(CHANNEL);
const listeners = new Set<() => void>();
let reports: readonly Report[] = [];
let fresh: Report[] = [];

function show(next: readonly Report[]): void {
  reports = next;
  for (const listener of listeners) listener();
}
channel.addEventListener('message', ({ data }) => {
  if (!isReport(data)) return;
  // A page sends many reports at once, so they are shown once a frame.
  if (fresh.push(data) > 1) return;
  requestAnimationFrame(() => {
    const came = fresh;
    fresh = [];
    show([...reports, ...came]);
  });
});
const wish = (wished: Wish) => channel.postMessage(wished);
wish({ kind: 'hello' });

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useReports = (): readonly Report[] => useSyncExternalStore(subscribe, () => reports);

export const sendTo = (actor: string, event: { readonly type: string }) => wish({ kind: 'send', actor, event });

export function save(): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(reports)], { type: 'application/json' }));
  link.download = 'actum-recording.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
export async function open(file: File): Promise<void> {
  const kept: unknown = JSON.parse(await file.text());
  if (!Array.isArray(kept) || !kept.every(isReport)) throw new Error('This file is no recording');
  show(kept);
}
