/** Where a project stands (SPEC.md, section 4; DOMAIN.md, Project status). */
export const PROJECT_STATUSES = ['created', 'not_imported', 'errors_found', 'importable', 'available'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const DEFAULT_CURRENCY = '€';
