import * as v from 'valibot';
import { type EventObject, fromCallback } from 'xstate';
import type { Follow } from './follow.ts';

const IMPORT = `subscription import($project: Int!) {
  imports(where: {project_id: {_eq: $project}}) { status progress }
}`;
const ImportAnswer = v.object({ imports: v.array(v.object({ status: v.string(), progress: v.number() })) });

/** Follows how far the server has read a project's file, until it stops reading. */
export const followed = (follow: Follow, projectId: number) =>
  fromCallback<EventObject>(({ sendBack }) =>
    follow({ document: IMPORT, variables: { project: projectId } }, (answer) => {
      const [found] = v.parse(ImportAnswer, answer).imports;
      sendBack(found?.status === 'reading' ? { type: 'reading.progressed', progress: found.progress } : { type: 'reading.ended' });
    }),
  );
