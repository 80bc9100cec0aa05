/** How the versions of a project form contracts: versions that carry on one another, and separate ones. */
import type { Version } from './api/shapes.ts';

/** Whether work was done under a version: in acts of its own, or carried into it. */
const hasWork = ({ acts, carried_from }: Version): boolean => acts.length > 0 || carried_from !== null;

/**
 * The version whose work this one would carry on: the latest with work that no version carries on. Null for a version that has work itself,
 * is separate, or is carried on.
 */
export function versionToCarryOn(versions: readonly Version[], version: Version): Version | null {
  if (hasWork(version) || version.is_separate || version.carried_on_by !== null) return null;
  return versions.findLast((other) => other.id !== version.id && hasWork(other) && other.carried_on_by === null) ?? null;
}

/** The contracts with work, each by its latest version, in the order of their versions. */
export const contractsIn = (versions: readonly Version[]): readonly Version[] =>
  versions.filter((version) => hasWork(version) && version.carried_on_by === null);
