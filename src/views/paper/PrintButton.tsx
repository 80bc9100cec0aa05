import { useActorRef, useSelector } from '@xstate/react';
import { use, useEffect, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { useShowNotice } from '../actum.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { isAsked } from '../palette/keys.ts';
import { useEmitted } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import { useLoadToPrint } from './rowsToPrint.ts';

/** Prints the screen with all rows of its table. Ctrl-P or Cmd-P does it too, because the browser's own printing does not wait for rows. */
export function PrintButton({ isNamed = false }: { readonly isNamed?: boolean }) {
  const paper = use(useScreens().paper());
  const load = useLoadToPrint();
  const printout = useActorRef(useMemo(() => paper.printout(load), [paper, load]));
  const isLoading = useSelector(printout, (snapshot) => snapshot.matches('loading'));
  const show = useShowNotice();
  useEmitted(printout, 'print.failed', ({ sentence }) => show(sentenceText(sentence)));
  const request = () => printout.send({ type: 'print.requested' });
  useScreenActions([{ name: m.print(), run: request }]);
  useEffect(() => {
    const leave = new AbortController();
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'p' || isAsked()) return;
      event.preventDefault();
      printout.send({ type: 'print.requested' });
    };
    addEventListener('keydown', press, { signal: leave.signal });
    return () => leave.abort();
  }, [printout]);
  if (isLoading)
    return (
      <Button size="small" icon="cross" onClick={() => printout.send({ type: 'print.cancelled' })}>
        {m.print_cancel()}
      </Button>
    );
  return isNamed ? (
    <Button size="small" icon="printer" onClick={request}>
      {m.print()}
    </Button>
  ) : (
    <Button kind="ghost" size="small" icon="printer" aria-label={m.print()} onClick={request} />
  );
}
