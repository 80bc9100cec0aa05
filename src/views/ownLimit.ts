import { type Limit, seesPrices } from '../../domain/access.ts';
import { limitedToActs, limitedToReading } from '../../domain/sentences/access.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { sentenceText } from '../messages/sentences.ts';

export { seesPrices };

type Own = Limit | null | undefined;

/** Why a member may not do more in a project, or null. */
export const whyLimited = (limit: Own): string | null =>
  limit ? sentenceText(limit.can === 'reads' ? limitedToReading() : limitedToActs()) : null;

/** Why an estimate cannot be edited, or null. */
export const whyFrozen = (limit: Own, isFrozen: boolean): string | null => whyLimited(limit) ?? (isFrozen ? sentenceText(frozen()) : null);

export const mayClaim = (limit: Own): boolean => limit?.can !== 'reads';
