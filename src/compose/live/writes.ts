import type { Api } from '../../../domain/api/call.ts';
import { isNoAnswer } from '../../machines/editQueue/types.ts';
import { newKey } from '../calls/newKey.ts';
import type { ProjectFeeds } from './projectFeeds.ts';

/** Calls that can be repeated without harm: reads, background writes such as presence, previews, and those of imports. */
const HARMLESS = /^GET|presence|preferences|view|read|\/import/;

/**
 * The same calls, each write done once. A write without an answer that is repeated is sent under its first key, until another write is answered: the server
 * then does it once and gives the first answer again. No answer replaces newer data that a feed has brought to the screen.
 */
export function onceEach(api: Api, { edit, refresh }: Pick<ProjectFeeds, 'edit' | 'refresh'>): Api {
  const unanswered = new Map<string, string>();
  return async (route, asked, extra) => {
    if (HARMLESS.test(route)) return api(route, asked, extra);
    const text = route + JSON.stringify(asked);
    const key = extra?.key ?? unanswered.get(text) ?? newKey();
    try {
      const make = () => api(route, asked, { ...extra, key });
      // The answer to undo or redo is not shown, so no change has to wait for it.
      const answer = await (route.includes('/history/') ? make() : edit(make));
      // The repeated answer is as old as the first write, so the screens load again.
      if (unanswered.has(text)) refresh();
      unanswered.clear();
      return answer;
    } catch (error) {
      if (isNoAnswer(error)) unanswered.set(text, key);
      else unanswered.delete(text);
      throw error;
    }
  };
}
