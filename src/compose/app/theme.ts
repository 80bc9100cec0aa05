import { type ActorRefFrom, createActor } from 'xstate';
import { themeMachine } from '../../machines/theme/theme.ts';
import { applyTheme, themeStorage } from '../../services/theme.ts';

/** The theme of this device, applied before the first paint. */
export function startTheme(machine = themeMachine): ActorRefFrom<typeof themeMachine> {
  const stored = themeStorage.read();
  const theme = createActor(machine, { input: { stored } });
  theme.on('theme.applied', (event) => applyTheme(event.theme));
  theme.on('theme.kept', (event) => themeStorage.write(event.theme));
  themeStorage.listen((chosen) => theme.send({ type: 'theme.chosenElsewhere', theme: chosen }));
  applyTheme(stored);
  return theme.start();
}
