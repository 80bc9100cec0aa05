import type { ProjectStatus } from '../../../domain/projectStatus.ts';
import { m } from '../../messages/messages.ts';
import { Chip, type Tone } from '../../ui/Chip.tsx';

const WORDS: Readonly<Record<ProjectStatus, { readonly tone: Tone; readonly words: () => string }>> = {
  created: { tone: 'plain', words: m.projects_status_created },
  not_imported: { tone: 'waits', words: m.projects_status_not_imported },
  errors_found: { tone: 'wrong', words: m.projects_status_errors_found },
  importable: { tone: 'waits', words: m.projects_status_importable },
  available: { tone: 'done', words: m.projects_status_available },
};

export const StatusChip = ({ status }: { readonly status: ProjectStatus }) => (
  <Chip tone={WORDS[status].tone}>{WORDS[status].words()}</Chip>
);
