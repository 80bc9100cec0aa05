import type { Version } from '../../../domain/contract/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import type { VersionChanging } from './useVersionActions.ts';

interface CopyToEditProps {
  readonly version: Version;
  readonly changes: VersionChanging;
}

/** Offers a copy of a frozen version, which can be edited. */
export const CopyToEdit = ({ version, changes }: CopyToEditProps) => (
  <Button
    kind="func"
    size="extra-small"
    icon="copy"
    onClick={() => {
      changes.send({ type: 'dialog.closed' });
      changes.send({ type: 'dialog.opened', subject: { kind: 'duplication', version } });
    }}
  >
    {m.versions_copy_to_edit()}
  </Button>
);
