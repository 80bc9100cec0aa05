/** The statuses of a project (docs/product.md, 6.1). */
export const PROJECT_STATUSES = ['created', 'not_imported', 'errors_found', 'importable', 'available'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];
