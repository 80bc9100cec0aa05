import { type Limit, seesPrices } from '../../domain/access.ts';
import type { Version } from '../../domain/api/shapes.ts';
import { limitedToActs, limitedToReading } from '../../domain/sentences/access.ts';
import { carriedOn, versionCarries } from '../../domain/sentences/contracts.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { sentenceText } from '../messages/sentences.ts';

export { seesPrices };

type Own = Limit | null | undefined;

/** Why a member may not do more in a project, or null. */
export const whyLimited = (limit: Own): string | null =>
  limit ? sentenceText(limit.can === 'reads' ? limitedToReading() : limitedToActs()) : null;

/** Why nobody can edit a version, as the server says it: its acts, or else the work it carries on, or the version that carries it on. */
export function whyVersionFrozen({
  acts,
  carried_from: from,
  carried_on_by: by,
}: Pick<Version, 'acts' | 'carried_from' | 'carried_on_by'>): string | null {
  if (acts.length > 0) return sentenceText(frozen());
  if (from !== null) return sentenceText(versionCarries({ number: String(from.number) }));
  return by === null ? null : sentenceText(carriedOn({ number: String(by.number) }));
}
/** Why an estimate cannot be edited, or null. The version is absent until it is loaded. */
export const whyFrozen = (limit: Own, isFrozen: boolean, version: Version | undefined): string | null =>
  whyLimited(limit) ?? (isFrozen ? ((version && whyVersionFrozen(version)) ?? sentenceText(frozen())) : null);

export const mayClaim = (limit: Own): boolean => limit?.can !== 'reads';
