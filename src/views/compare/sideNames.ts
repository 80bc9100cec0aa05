import { m } from '../../messages/messages.ts';
import { shownMoment } from '../dates.ts';
import { versionName } from '../versions/useVersionActions.ts';
import type { Comparison } from './needs.ts';

type Sides = Pick<Comparison, 'old' | 'new' | 'moment'>;

/** The heads of columns: the versions' numbers; of one version then and now the moment's name. */
export const shortNames = ({ old, new: now, moment }: Sides) => ({
  old: moment === null ? m.estimate_version({ number: old.number }) : moment.name,
  new: moment !== null && old.id === now.id ? m.compare_now() : m.estimate_version({ number: now.number }),
});

/** "Version 2, with wooden windows, as it was at “Before the meeting” (30.11.2026)". */
export const wholeNames = ({ old, new: now, moment }: Sides) => ({
  old: moment === null ? versionName(old) : `${versionName(old)}, ${m.compare_then({ name: moment.name, time: shownMoment(moment.at) })}`,
  new: versionName(now),
});
