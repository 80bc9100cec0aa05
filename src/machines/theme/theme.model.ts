import { type Model, rules } from '../model.ts';
import { THEMES, themeMachine } from './theme.ts';

export const themeModel: Model<typeof themeMachine> = {
  machine: themeMachine,
  starts: () => ({ 'with nothing stored': { stored: null }, 'with dark stored': { stored: 'dark' } }),
  stateKey: ({ context }) => context,
  events: () =>
    THEMES.flatMap((theme) => [
      { type: 'theme.chosen' as const, theme },
      { type: 'theme.chosenElsewhere' as const, theme },
    ]),
  broken: ({ context }) => rules({ 'there is always one theme': THEMES.includes(context.theme) }),
};
