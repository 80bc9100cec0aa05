import { useActorRef } from '@xstate/react';
import { touchesProject } from '../../machines/projectFeed/touched.ts';
import { useProjectScreen } from '../project/screen.ts';
import { useProjectFeed, useReading, useStored } from '../reading.ts';
import { paths, useGo } from '../routing.tsx';
import { VersionDialogs } from '../versions/VersionDialogs.tsx';
import { VersionTree } from '../versions/VersionTree.tsx';

interface ActTreeProps {
  readonly projectId: number;
  readonly versionId: number;
}

/** The versions of the act's project in the sidebar, with the acts beside this one. */
export function ActTree({ projectId, versionId }: ActTreeProps) {
  const screen = useProjectScreen(projectId);
  const about = useStored(screen.project);
  const { reload } = useReading(screen.reading);
  const changes = useActorRef(screen.versionChanges);
  const go = useGo();
  // No answer to an edit of this tab holds the sums of all acts.
  useProjectFeed(projectId, (change) => {
    if (touchesProject(change, versionId)) reload();
  });
  if (about === null) return null;
  return (
    <>
      <VersionTree about={about} changes={changes} />
      <VersionDialogs
        changes={changes}
        currency={about.project.currency}
        onChanged={({ change, versionId: next }) => {
          if (change.kind === 'creation' || change.kind === 'duplication')
            go(next === null ? paths.project(projectId) : paths.estimate(projectId, next));
          else reload();
        }}
      />
    </>
  );
}
