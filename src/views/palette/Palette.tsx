import { useActorRef, useSelector } from '@xstate/react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { ActionStore } from '../../machines/palette/actionStore.ts';
import { isFinding, isListingShortcuts, textOf } from '../../machines/palette/selectors.ts';
import type { Chosen } from '../../machines/palette/types.ts';
import { whereaboutsOf } from '../../machines/palette/whereabouts.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { preloadedPart } from '../../ui/part.tsx';
import { useEmitted } from '../reading.ts';
import { useGo, usePathname } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { ActionsContext } from './actions.ts';
import { asksForPalette, asksForShortcuts, commandKey, isAsked } from './keys.ts';

const EverywhereActions = preloadedPart(() => import('./EverywhereActions.tsx').then((module) => module.EverywhereActions));
const Box = preloadedPart(() => import('./PaletteBox.tsx').then((module) => module.PaletteBox));
const Shortcuts = preloadedPart(() => import('./Shortcuts.tsx').then((module) => module.Shortcuts));

const AskContext = createContext<(() => void) | null>(null);

/** Opens the palette by mouse or touch, and shows its shortcut. */
export function PaletteButton() {
  const ask = useContext(AskContext);
  if (ask === null) return null;
  const name = m.palette_open({ keys: `${commandKey()} K` });
  return <Button kind="ghost" size="small" icon="search" aria-label={name} tip={name} aria-keyshortcuts="Control+K Meta+K" onClick={ask} />;
}

/** Listens for Ctrl-K, Cmd-K and the question mark, wherever the focus is. */
function useKeys(isOpen: boolean, onPalette: () => void, onShortcuts: () => void): void {
  useEffect(() => {
    const leave = new AbortController();
    const palette = (event: KeyboardEvent) => {
      if (!asksForPalette(event)) return;
      event.preventDefault();
      if (isOpen || !isAsked()) onPalette();
    };
    const shortcuts = (event: KeyboardEvent) => {
      if (!isOpen && asksForShortcuts(event) && !isAsked()) onShortcuts();
    };
    // Captures the key before any other listener on the page.
    addEventListener('keydown', palette, { signal: leave.signal, capture: true });
    addEventListener('keydown', shortcuts, { signal: leave.signal });
    return () => leave.abort();
  }, [isOpen, onPalette, onShortcuts]);
}

/**
 * Text typed after Ctrl-K and before the palette's field has the focus belongs to the palette. Otherwise the first letters would go to the focused
 * cell and overwrite it.
 */
function useTypedAhead(isOpen: () => boolean, onText: (typed: string) => void, onEscape: () => void): void {
  const latest = useRef({ isOpen, onText, onEscape });
  useEffect(() => {
    latest.current = { isOpen, onText, onEscape };
  });
  useEffect(() => {
    const leave = new AbortController();
    const hold = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || !latest.current.isOpen()) return;
      if (target instanceof Element && target.closest('[data-palette]') !== null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === 'Escape') latest.current.onEscape();
      else if ([...key].length === 1) latest.current.onText(key);
    };
    addEventListener('keydown', hold, { signal: leave.signal, capture: true });
    return () => leave.abort();
  }, []);
}

/** Wraps the screens of a team: finds destinations, runs the screens' actions, and lists the shortcuts. */
export function Palette({ teamId, children }: { readonly teamId: number; readonly children: ReactNode }) {
  const screens = useScreens();
  const machine = useMemo(() => screens.palette(teamId), [screens, teamId]);
  const palette = useActorRef(machine);
  const [actions] = useState(() => new ActionStore());
  const go = useGo();
  const path = usePathname();
  useEffect(() => {
    const offer = () => palette.send({ type: 'actions.offered', actions: actions.get() });
    offer();
    return actions.subscribe(offer);
  }, [palette, actions]);

  const ask = useCallback(() => palette.send({ type: 'palette.asked', where: whereaboutsOf(path) }), [palette, path]);
  const askShortcuts = useCallback(() => palette.send({ type: 'shortcuts.asked' }), [palette]);
  const finding = useSelector(palette, isFinding);
  const listing = useSelector(palette, isListingShortcuts);
  useKeys(finding || listing, ask, askShortcuts);

  // The chosen option runs once the focus is back, because a dialog it opens returns the focus to that element.
  const chosen = useRef<Chosen | null>(null);
  useEmitted(palette, 'option.chosen', (event) => {
    chosen.current = event.chosen;
  });
  const begin = () => {
    const what = chosen.current;
    chosen.current = null;
    if (what?.kind === 'action') actions.run(what.id);
    else if (what) go(what.path);
  };
  const close = (reason: CloseReason) =>
    palette.send({ type: reason === 'escape' ? 'escape.pressed' : reason === 'outside' ? 'overlay.clicked' : 'palette.closed' });

  const type = (text: string) => palette.send({ type: 'text.typed', text });
  useTypedAhead(
    () => isFinding(palette.getSnapshot()),
    (typed) => type(textOf(palette.getSnapshot()) + typed),
    () => close('escape'),
  );

  return (
    <ActionsContext value={actions}>
      <AskContext value={ask}>{children}</AskContext>
      <EverywhereActions mounted={finding} onShortcuts={askShortcuts} />
      <Box mounted={finding} teamId={teamId} palette={palette} onText={type} onClose={close} onClosed={begin} />
      <Shortcuts mounted={listing} open={listing} onClose={close} />
    </ActionsContext>
  );
}
