import * as v from 'valibot';
import type { HistoryEvent } from '../../domain/api/graphql.ts';
import { NEXT_EVENTS, NextEventsAnswer } from '../../src/services/graphql/documents.ts';
import { createGraphQL } from '../../src/services/graphql/graphql.ts';

/** The next events to undo and redo, queried as the client does. */
export async function nextEvents(
  address: string,
  access: string,
  projectId: number,
): Promise<{ readonly undo: HistoryEvent | null; readonly redo: HistoryEvent | null }> {
  const asked = { kind: 'graphql', document: NEXT_EVENTS, variables: { project: projectId } } as const;
  const { undo, redo } = v.parse(NextEventsAnswer, await createGraphQL(`${address}/v1/graphql`)(asked, { access, publicKey: null }));
  return { undo: undo[0] ?? null, redo: redo[0] ?? null };
}
