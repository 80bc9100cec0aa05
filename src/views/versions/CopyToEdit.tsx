import type { Version } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { useAsk } from '../changing.ts';
import { Link, paths } from '../routing.tsx';
import type { VersionChanging } from './useVersionActions.ts';

interface CopyToEditProps {
  readonly projectId: number;
  readonly version: Version;
  readonly changes: VersionChanging;
}

/** Leads from a frozen version to the one that carries it on, or offers an editable copy. */
export function CopyToEdit({ projectId, version, changes }: CopyToEditProps) {
  const { open } = useAsk(changes);
  return version.carried_on_by !== null ? (
    <Link to={paths.estimate(projectId, version.carried_on_by.id)} className={buttonClass({ kind: 'func', size: 'extra-small' })}>
      {m.carry_on_by({ number: version.carried_on_by.number })}
    </Link>
  ) : (
    <Button kind="func" size="extra-small" icon="copy" onClick={() => open({ kind: 'duplication', version })}>
      {m.versions_copy_to_edit()}
    </Button>
  );
}
