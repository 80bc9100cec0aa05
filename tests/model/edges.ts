import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Model } from '../../src/machines/model.ts';
import { edgePaths } from '../../walking/paths.ts';
import { silent } from '../../walking/standIns.ts';
import { recordTransitions, type TransitionRecord } from '../../walking/transitions.ts';
import { type Played, walkAlone } from './walk.ts';

/** Layer a as tests: every edge from every start, then a check that no declared transition was missed. */
export function testEdges<M extends AnyStateMachine>(model: Model<M>, played: Played = {}): void {
  const record = recordTransitions();
  for (const start of Object.keys(model.starts(silent))) testStart(model, start, played, record);
  test(`every transition of ${model.machine.id} is walked`, () => expect(record.missed(model.machine)).toEqual([]));
}

function testStart<M extends AnyStateMachine>(model: Model<M>, start: string, played: Played, record: TransitionRecord): void {
  describe(start, () => {
    for (const path of edgePaths(model, start)) test(path.name, () => walkAlone(model, start, path, played, record));
  });
}
