import { LANGUAGES } from '../../../domain/languages.ts';
import { THEMES } from '../../machines/theme/theme.ts';
import { m } from '../../messages/messages.ts';
import { useCompany, useLanguage, useLogOut } from '../actum.tsx';
import { paths, useGo } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { LANGUAGE_NAMES, THEME_NAMES } from '../shell/choices.ts';
import { useTeamOpenings } from '../shell/openings.ts';
import { useTheme } from '../theme.tsx';
import { useScreenActions } from './actions.ts';

/** The actions of every screen of a team. */
export function EverywhereActions({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const go = useGo();
  const { team } = useCompany();
  const logOut = useLogOut();
  const openings = useTeamOpenings();
  const spoken = useLanguage();
  const { chooseLanguage } = useScreens();
  const { theme, choose: chooseTheme } = useTheme();
  useScreenActions(
    [
      ...(team?.starts_nothing ? [] : [{ name: m.projects_new(), run: () => go(`${paths.projects}?new`) }]),
      { name: m.palette_to_projects(), run: () => go(paths.projects) },
      ...openings.map(({ label, open }) => ({ name: label, run: open })),
      { name: m.account(), run: () => go(paths.account) },
      { name: m.shortcuts(), run: onShortcuts },
      ...THEMES.filter((each) => each !== theme).map((each) => ({
        name: `${m.theme()}: ${THEME_NAMES[each]()}`,
        run: () => chooseTheme(each),
      })),
      ...LANGUAGES.filter((each) => each !== spoken).map((each) => ({
        name: `${m.language()}: ${LANGUAGE_NAMES[each]()}`,
        run: () => chooseLanguage(each),
      })),
      { name: m.shell_log_out(), run: logOut },
    ],
    'everywhere',
  );
  return null;
}
