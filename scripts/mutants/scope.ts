/** The files mutants are drawn from; the machines have mutants of their own. */
export const inScope = (path: string): boolean =>
  /^(?:domain|server|src\/compose|src\/services|src\/views)\/.+\.tsx?$/.test(path) && !/\.d\.ts$/.test(path);
