import type { DeletedTeam } from '../../../domain/api/ownDataRoutes.ts';
import type { Team } from '../../../domain/api/people.ts';
import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Named, Read } from '../needs.ts';

interface OwnData extends Read {
  readonly download: typeof fileExportMachine;
  readonly removal: FormDialog<null, null, unknown>;
  /** Teams the person owned, which can be restored. */
  readonly deleted: ValueStore<readonly DeletedTeam[]>;
  readonly restoring: FormDialog<DeletedTeam, null, Team>;
}
interface TeamData {
  readonly download: typeof fileExportMachine;
  readonly removal: FormDialog<null, Named, DeletedTeam>;
}
/** A person's own data and a team's: downloads, deletion and restoration. */
export interface OwnDataScreens {
  readonly own: () => OwnData;
  readonly team: (teamId: number) => TeamData;
}
