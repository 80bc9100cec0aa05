import type { ProjectStatus } from '../../../domain/projectStatus.ts';
import { Chip, type Tone } from '../../ui/Chip.tsx';

const WORDS: Readonly<Record<ProjectStatus, { readonly tone: Tone; readonly words: string }>> = {
  created: { tone: 'plain', words: 'No estimate' },
  not_imported: { tone: 'waits', words: 'Reading file' },
  errors_found: { tone: 'wrong', words: 'Errors found' },
  importable: { tone: 'waits', words: 'Ready to import' },
  available: { tone: 'done', words: 'Available' },
};

export const StatusChip = ({ status }: { readonly status: ProjectStatus }) => <Chip tone={WORDS[status].tone}>{WORDS[status].words}</Chip>;
