import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ActorRef, AnyActorRef } from 'xstate';
import type { ProjectChange } from '../../domain/api/graphql.ts';
import { pricesHidden } from '../../domain/sentences/access.ts';
import { notFound } from '../../domain/sentences/general.ts';
import type { resourceMachine } from '../machines/resource/resource.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import { sentenceText } from '../messages/sentences.ts';
import { useRetryAfterSilence } from './actum.tsx';
import { useScreens } from './screens.tsx';

export const useStored = <Value>(store: ValueStore<Value>): Value | null => useSyncExternalStore(store.subscribe, store.get);

/** Why nothing can be shown. */
export interface Failure {
  readonly sentence: string;
  /** The record does not exist, or it belongs to a team the person is not in. */
  readonly isMissing: boolean;
  /** The record is not open to somebody who sees no prices, so trying again is useless. */
  readonly isClosed?: boolean;
}
/** The failure to show when there are several: a missing record takes precedence over one that another attempt may load. */
export const firstFailure = (...failures: readonly (Failure | null)[]): Failure | null =>
  failures.find((failure) => failure?.isMissing) ?? failures.find((failure) => failure !== null) ?? null;

/** The loaded record, unless it has been deleted since: then nothing of it is shown or offered. */
export const whileThere = <Value>(loaded: Value | null, failure: Failure | null): Value | null => (failure?.isMissing ? null : loaded);

interface Reading {
  /** Why nothing can be shown, or null. */
  readonly failure: string | null;
  readonly failed: Failure | null;
  readonly retry: () => void;
  /** Loads again; the data stays until then. */
  readonly reload: () => void;
}

/** Loads the data of a screen when the screen mounts. */
export function useReading(machine: typeof resourceMachine): Reading {
  const resource = useActorRef(machine);
  useRetryAfterSilence(resource);
  const isMissing = useSelector(resource, (snapshot) => snapshot.context.sentence?.code === notFound.code);
  // A record deleted since the screen was opened must not be shown as if it still existed.
  const failure = useSelector(resource, (snapshot) =>
    snapshot.matches('failed') || isMissing ? (sentenceText(snapshot.context.sentence) ?? '') : null,
  );
  const isClosed = useSelector(resource, (snapshot) => snapshot.context.sentence?.code === pricesHidden.code);
  const failed = useMemo(() => (failure === null ? null : { sentence: failure, isMissing, isClosed }), [failure, isMissing, isClosed]);
  const retry = useCallback(() => resource.send({ type: 'load.retried' }), [resource]);
  const reload = useCallback(() => resource.send({ type: 'project.changed' }), [resource]);
  return { failure, failed, retry, reload };
}

type EmittedBy<Actor> = Actor extends ActorRef<infer _Snapshot, infer _Event, infer Emitted> ? Emitted : never;
type Heard<Actor, Type extends string> = Extract<EmittedBy<Actor>, { readonly type: Type }>;

/** Listens to one kind of event an actor emits. */
export function useEmitted<Actor extends AnyActorRef, Type extends string>(
  actor: Actor,
  type: Type,
  listener: (event: Heard<Actor, NoInfer<Type>>) => void,
): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const hearing = actor.on(type, (event: Heard<Actor, NoInfer<Type>>) => latest.current(event));
    return () => hearing.unsubscribe();
  }, [actor, type]);
}

/** Listens to every change of a project, including this tab's own. Null means that anything may have changed. */
export function useProjectFeed(projectId: number, listener: (change: ProjectChange | null, isShown: boolean) => void): void {
  const watch = useActorRef(useScreens().watchProject, { input: { projectId } });
  useEmitted(watch, 'project.changed', ({ change, isShown }) => listener(change, isShown));
  useEmitted(watch, 'project.watched', () => listener(null, false));
}

/** Listens to the events this tab makes in a project. Answers to its edits may come before the changes that report them, or after. */
export function useEventsMade(projectId: number, listener: (eventId: number) => void): void {
  const watch = useActorRef(useScreens().watchProject, { input: { projectId } });
  useEmitted(watch, 'event.made', ({ eventId }) => listener(eventId));
}

/** Listens to the changes of a project that the screen does not show yet. Null means that anything may have changed. */
export function useProjectChanges(projectId: number, listener: (change: ProjectChange | null) => void): void {
  useProjectFeed(projectId, (change, isShown) => {
    if (!isShown) listener(change);
  });
}
