/** Whether the database refused a number because its column cannot hold it (SQLSTATE 22003). */
export const isOverflow = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '22003';
