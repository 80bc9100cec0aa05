import type { AnyActor, AnyActorLogic, AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { chartOf } from '../walking/chart.ts';
import { transitionKey } from '../walking/transitions.ts';
import { CHANNEL, type Report, type Wish } from './messages.ts';
import { withoutSecrets } from './secrets.ts';

const MOST = 5_000;
const isMachine = (logic: AnyActorLogic): logic is AnyStateMachine => 'root' in logic;

/** Reports the actors of a page to every inspector window of this origin, and carries out its requests. Nothing leaves the browser. */
export function reporting(page: string): (event: InspectionEvent) => void {
  const channel = new BroadcastChannel(CHANNEL);
  const plain = withoutSecrets();
  const actors = new Map<string, WeakRef<AnyActor>>();
  const sentReports: Report[] = [];
  const nameOf = (ref: AnyActorRef) => `${page}/${ref.sessionId}`;
  const tell = (report: Report) => {
    sentReports.push(report);
    if (sentReports.length > MOST)
      sentReports.splice(
        sentReports.findIndex(({ kind }) => kind !== 'actor'),
        1,
      );
    channel.postMessage(report);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Wish | Report>) => {
    if (data.kind === 'hello') for (const report of sentReports) channel.postMessage(report);
    if (data.kind === 'send') actors.get(data.actor)?.deref()?.send(data.event);
  });
  globalThis.addEventListener('pagehide', () => channel.postMessage({ kind: 'left', page } satisfies Report));
  return (inspected) => {
    const ref = inspected.actorRef as AnyActor;
    const actor = nameOf(ref);
    switch (inspected.type) {
      case '@xstate.actor': {
        actors.set(actor, new WeakRef(ref));
        const chart = isMachine(ref.logic) ? chartOf(ref.logic) : null;
        const name = ref.systemId ?? (/^x:\d+$/.test(ref.id) ? (chart?.name ?? 'actor') : ref.id);
        return tell({ kind: 'actor', actor, name, parent: ref._parent === undefined ? null : nameOf(ref._parent), chart });
      }
      case '@xstate.event': {
        const from = inspected.sourceRef === undefined ? null : nameOf(inspected.sourceRef as AnyActorRef);
        return tell({ kind: 'event', actor, from, event: plain(inspected.event) });
      }
      case '@xstate.microstep':
        return tell({ kind: 'took', actor, keys: inspected._transitions.map(transitionKey) });
      case '@xstate.snapshot': {
        const { status, context, _nodes = [] } = inspected.snapshot as AnyMachineSnapshot;
        return tell({ kind: 'snapshot', actor, status, active: _nodes.map(({ id }) => id), context: plain(context ?? null) });
      }
      // Snapshots and microsteps already show actions and coming transitions.
      case '@xstate.action':
      case '@xstate.transition':
        return;
    }
  };
}
