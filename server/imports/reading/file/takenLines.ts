/** The percent lines of a list that an estimate can have, whatever format they came in. */
import { cutTo } from '../../../../domain/cut.ts';
import { BOUND, exact, reaches, roundText, SCALE } from '../../../../domain/decimal.ts';
import { isPercent, PERCENT_FIELDS } from '../../../../domain/percents.ts';
import { percentNotTaken } from '../../../../domain/sentences/findings.ts';
import type { PercentLine, ReadList } from '../reading.ts';
import { percentText } from '../table/totals/percent.ts';

const LONGEST_NAME = 200;

/** A percent at our scale: null where none is given, and undefined where a line cannot have it. */
function taken(text: string | null): string | null | undefined {
  if (text === null) return null;
  const percent = roundText(text, SCALE.percent);
  return percent === null || !isPercent(percent) ? undefined : percentText(percent);
}

/** The list without lines whose percents no estimate can have. A notice names each, so that nothing is left out silently. */
export function withTakenLines(list: ReadList): ReadList {
  const lines: PercentLine[] = [];
  const notices = [...list.notices];
  for (const line of list.percentLines) {
    const name = cutTo(line.name, LONGEST_NAME);
    const percents = PERCENT_FIELDS.map((field) => [field, taken(line[field])] as const);
    const refused = percents.find(([, percent]) => percent === undefined);
    // The amount that the file states is only compared: one that no estimate reaches is not kept.
    const stated = line.stated !== null && !reaches(exact(line.stated, SCALE.money), SCALE.money, BOUND.sum) ? line.stated : null;
    if (refused === undefined) lines.push({ ...line, name, ...Object.fromEntries(percents), stated });
    else notices.push(percentNotTaken({ name, percent: cutTo(line[refused[0]] ?? '', LONGEST_NAME) }));
  }
  return { ...list, percentLines: lines, notices };
}
