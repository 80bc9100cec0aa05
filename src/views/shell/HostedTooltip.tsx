import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type Tip, tooltipMachine } from '../../machines/tooltip/tooltip.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

type Explained = HTMLElement & { readonly dataset: { readonly tip: string } };

const within = (target: EventTarget | null, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null;
/** The nearest element around this one, or itself, that has a tooltip. */
const explained = (target: EventTarget | null) => within(target, '[data-tip]') as Explained | null;
const tipOf = (anchor: Explained): Tip => ({ anchor, text: anchor.dataset.tip });

/** Tells the actor where the pointer and the focus are. On touch screens nothing hovers, so a press on a blocked button shows the reason too. */
function useAnchors(actor: ActorRefFrom<typeof tooltipMachine>): void {
  useEffect(() => {
    const leave = new AbortController();
    let pointed: Element | null = null;
    let isOnTooltip = false;
    const point = (anchor: Explained | null, isOn: boolean) => {
      if (anchor !== pointed && pointed !== null) actor.send({ type: 'anchor.left', anchor: pointed });
      if (!isOn && isOnTooltip) actor.send({ type: 'tooltip.left' });
      if (anchor !== pointed && anchor !== null) actor.send({ type: 'anchor.pointed', tip: tipOf(anchor) });
      if (isOn && !isOnTooltip) actor.send({ type: 'tooltip.pointed' });
      [pointed, isOnTooltip] = [anchor, isOn];
    };
    const over = ({ target, pointerType }: PointerEvent) =>
      pointerType !== 'touch' && point(explained(target), within(target, '[data-tooltip]') !== null);
    const out = ({ relatedTarget }: PointerEvent) => relatedTarget === null && point(null, false);
    const focus = ({ target }: FocusEvent) => {
      const anchor = explained(target);
      if (anchor?.matches(':focus-visible')) actor.send({ type: 'anchor.reached', tip: tipOf(anchor) });
    };
    const blur = ({ target }: FocusEvent) => {
      const anchor = explained(target);
      if (anchor !== null) actor.send({ type: 'anchor.left', anchor });
    };
    const click = ({ target }: MouseEvent) => {
      const anchor = explained(target);
      if (anchor?.getAttribute('aria-disabled') === 'true') actor.send({ type: 'anchor.reached', tip: tipOf(anchor) });
    };
    const down = ({ target }: PointerEvent) => {
      const isElsewhere = explained(target) !== actor.getSnapshot().context.tip?.anchor && within(target, '[data-tooltip]') === null;
      if (isElsewhere) actor.send({ type: 'tooltip.dismissed' });
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && actor.send({ type: 'tooltip.dismissed' });
    document.addEventListener('pointerover', over, leave);
    document.addEventListener('pointerout', out, leave);
    document.addEventListener('focusin', focus, leave);
    document.addEventListener('focusout', blur, leave);
    document.addEventListener('click', click, leave);
    document.addEventListener('pointerdown', down, leave);
    document.addEventListener('keydown', key, { signal: leave.signal, capture: true });
    return () => leave.abort();
  }, [actor]);
}

/** Tells the actor when the tooltip's text changes or its element disappears. */
function useChanges(actor: ActorRefFrom<typeof tooltipMachine>, tip: Tip | null): void {
  useEffect(() => {
    if (tip === null) return;
    const anchor = tip.anchor as HTMLElement;
    const observer = new MutationObserver(() => {
      const { tip: text } = anchor.dataset;
      if (!anchor.isConnected || text === undefined) actor.send({ type: 'tooltip.dismissed' });
      else if (text !== tip.text) actor.send({ type: 'anchor.pointed', tip: { anchor, text } });
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tip'] });
    return () => observer.disconnect();
  }, [actor, tip]);
}

/** The one tooltip of the page, for any element with `data-tip`. */
export function HostedTooltip({ machine = tooltipMachine }: { readonly machine?: typeof tooltipMachine }) {
  const actor = useActorRef(machine);
  const tip = useSelector(actor, ({ context }) => context.tip);
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open') || snapshot.matches('leaving'));
  useAnchors(actor);
  useChanges(actor, tip);
  return <Tooltip anchor={isOpen ? ((tip?.anchor ?? null) as Element | null) : null} text={tip?.text ?? ''} />;
}
