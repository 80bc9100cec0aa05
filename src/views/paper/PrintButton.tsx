import { useActorRef, useSelector } from '@xstate/react';
import { use, useCallback, useEffect, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { useShowNotice } from '../actum.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { isAsked } from '../palette/keys.ts';
import { useEmitted } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import { useLoadToPrint, useRequestedPrint } from './rowsToPrint.ts';

interface PrintButtonProps {
  readonly isNamed?: boolean;
  /** On a phone the screen's menu has it instead. */
  readonly isInMenu?: boolean;
}

/** Prints the screen with all rows of its table. It also handles Ctrl-P and Cmd-P, because the browser's own printing does not wait for rows. */
export function PrintButton({ isNamed = false, isInMenu = false }: PrintButtonProps) {
  const paper = use(useScreens().paper());
  const load = useLoadToPrint();
  const printout = useActorRef(useMemo(() => paper.printout(load), [paper, load]));
  const isLoading = useSelector(printout, (snapshot) => snapshot.matches('loading'));
  const show = useShowNotice();
  useEmitted(printout, 'print.failed', ({ sentence }) => show(sentenceText(sentence)));
  const request = useCallback(() => printout.send({ type: 'print.requested' }), [printout]);
  useRequestedPrint(request);
  useScreenActions([{ name: m.print(), run: request }]);
  useEffect(() => {
    const leave = new AbortController();
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'p' || isAsked()) return;
      event.preventDefault();
      request();
    };
    addEventListener('keydown', press, { signal: leave.signal });
    return () => leave.abort();
  }, [request]);
  const isWide = isNamed || isLoading;
  // One button, so that the focus stays on it. The second click of a double click cancels nothing.
  return (
    <span className={isInMenu && !isWide ? 'hide-phone' : undefined}>
      <Button
        kind={isWide ? 'secondary' : 'ghost'}
        size="small"
        icon={isLoading ? 'cross' : 'printer'}
        aria-label={isLoading ? m.print_cancel() : m.print()}
        onClick={({ detail }) => (isLoading ? detail < 2 && printout.send({ type: 'print.cancelled' }) : request())}
      >
        {isLoading ? m.print_cancel() : isNamed && <span className="hide-phone">{m.print()}</span>}
      </Button>
    </span>
  );
}
