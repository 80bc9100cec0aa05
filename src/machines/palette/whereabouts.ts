import type { Whereabouts } from './types.ts';

const idOf = (text: string | undefined): number | null => (text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null);

/** The records an address names: `/project/5/2/list/3` names project 5 and its version 2, `/act/7` an act. */
export function whereaboutsOf(path: string): Whereabouts {
  const [, screen, first, second] = path.split('/');
  const isProject = screen === 'project' || screen === 'import';
  return {
    projectId: isProject ? idOf(first) : null,
    versionId: screen === 'project' ? idOf(second) : null,
    actId: screen === 'act' ? idOf(first) : null,
  };
}
