import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Theme, themeMachine } from '../machines/theme/theme.ts';

type ThemeActor = ActorRefFrom<typeof themeMachine>;
const ThemeContext = createContext<ThemeActor | null>(null);

export const ThemeProvider = ({ theme, children }: { readonly theme: ThemeActor; readonly children: ReactNode }) => (
  <ThemeContext value={theme}>{children}</ThemeContext>
);

/** The current theme, and a function to choose another. */
export function useTheme(): { readonly theme: Theme; readonly choose: (theme: Theme) => void } {
  const actor = useContext(ThemeContext);
  if (actor === null) throw new Error('ThemeProvider is missing');
  const theme = useSelector(actor, ({ context }) => context.theme);
  const choose = useCallback((chosen: Theme) => actor.send({ type: 'theme.chosen', theme: chosen }), [actor]);
  return { theme, choose };
}
