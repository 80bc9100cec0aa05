import { useActorRef, useSelector } from '@xstate/react';
import { use, useCallback, useEffect, useMemo, useState } from 'react';
import type { Limit } from '../../../domain/access.ts';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { HistoryEvent } from '../../../domain/api/graphql.ts';
import { askedWay, hasRedoFailed, isLooking, isOthers, isStepping, redoable, undoable } from '../../machines/history/selectors.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { isTypedInto } from '../../ui/isTypedInto.ts';
import { useProfile, useShowNotice } from '../actum.tsx';
import { whyLimited } from '../ownLimit.ts';
import { useScreenActions } from '../palette/actions.ts';
import { commandKey, isAsked } from '../palette/keys.ts';
import { personName } from '../personName.ts';
import { useEmitted, useEventsMade, useProjectFeed } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import styles from './History.module.css';
import { PastPanel } from './PastPanel.tsx';
import { whatWasDone } from './sentences.ts';

/** Ctrl-Z, Ctrl-Shift-Z and Ctrl-Y, or with Cmd. An open text field keeps them for its own text. */
function useKeys(onUndo: () => void, onRedo: () => void): void {
  useEffect(() => {
    const leave = new AbortController();
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event;
      if (!(ctrlKey || metaKey) || altKey || defaultPrevented || isTypedInto(target) || isAsked()) return;
      const letter = key.toLowerCase();
      if (letter === 'z') (shiftKey ? onRedo : onUndo)();
      else if (letter === 'y' && !shiftKey) onRedo();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press, { signal: leave.signal });
    return () => leave.abort();
  }, [onUndo, onRedo]);
}

interface StepProps {
  readonly icon: 'undo' | 'redo';
  readonly name: string;
  readonly keys: string;
  readonly blocked: string | null;
  readonly busy: boolean;
  readonly onStep: () => void;
}

function Step({ icon, name, keys, blocked, busy, onStep }: StepProps) {
  const tip = m.history_with_keys({ name, keys });
  return (
    <Button kind="ghost" size="small" icon={icon} aria-label={name} tip={tip} blocked={blocked} loading={busy} repeats onClick={onStep} />
  );
}

interface AskedProps {
  readonly event: HistoryEvent | null;
  readonly way: 'backward' | 'forward' | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before somebody else's change is undone or redone. */
function Asked({ event, way, onConfirm, onClose }: AskedProps) {
  // A closing dialog keeps its words.
  const [latest, setLatest] = useState({ event, way });
  if (event !== null && event !== latest.event) setLatest({ event, way });
  const author = personName(latest.event?.author_name ?? '');
  const isRedo = latest.way === 'forward';
  return (
    <ConfirmDialog
      open={event !== null}
      title={isRedo ? m.history_redo_others({ author }) : m.history_undo_others({ author })}
      description={latest.event === null ? '' : m.history_others_why({ what: whatWasDone(latest.event), author })}
      action={isRedo ? m.history_redo() : m.history_undo()}
      cancel={isRedo ? m.action_cancel() : m.history_keep()}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** Undo and redo of a project: two buttons that name the change and its author. */
export function History({ projectId, limit }: { readonly projectId: number; readonly limit?: Limit | null | undefined }) {
  const screens = useScreens();
  const historyOf = use(screens.history());
  const { machine, log } = useMemo(() => historyOf(projectId), [historyOf, projectId]);
  const profile = useProfile();
  const history = useActorRef(machine, { input: { person: profile?.id ?? 0 } });
  const snapshot = useSelector(history, (current) => current);
  const showNotice = useShowNotice();
  useEmitted(history, 'step.refused', ({ error }) => showNotice(sentenceText(sentenceOfError(error))));
  useEmitted(history, 'failure.logged', ({ message, error }) => log(message, error));

  const undo = useCallback(() => history.send({ type: 'undo.requested' }), [history]);
  const redo = useCallback(() => history.send({ type: 'redo.requested' }), [history]);
  // After an edit, that edit is undone next and nothing can be redone. After an undo the server is asked.
  useProjectFeed(projectId, (change) =>
    history.send({ type: 'project.changed', next: change?.way === 'done' ? { undo: change.event, redo: null } : null }),
  );
  useEventsMade(projectId, (event) => history.send({ type: 'event.made', event }));
  useKeys(undo, redo);

  const busy = isStepping(snapshot);
  const [toUndo, toRedo] = [undoable(snapshot), redoable(snapshot)];
  const named = (event: HistoryEvent) =>
    isOthers(event, snapshot) ? m.history_by({ what: whatWasDone(event), author: personName(event.author_name) }) : whatWasDone(event);
  const undoName = toUndo === null ? m.history_undo() : m.history_undo_what({ what: named(toUndo) });
  const redoName = toRedo === null ? m.history_redo() : m.history_redo_what({ what: named(toRedo) });
  const isKnown = !isLooking(snapshot);
  /** A limited member may undo only changes in acts. */
  const beyond = (event: HistoryEvent | null) =>
    limit && (limit.can === 'reads' || (event !== null && !event.entity_type.startsWith('act'))) ? whyLimited(limit) : null;
  const nothing = {
    undo: beyond(toUndo) ?? (toUndo === null && isKnown ? m.history_nothing_undo() : null),
    redo:
      beyond(toRedo) ?? (hasRedoFailed(snapshot) ? m.history_redo_failed() : toRedo === null && isKnown ? m.history_nothing_redo() : null),
  };
  useScreenActions([
    { name: undoName, run: undo, blocked: nothing.undo },
    { name: redoName, run: redo, blocked: nothing.redo },
  ]);
  const way = askedWay(snapshot);
  const asked = way === 'backward' ? toUndo : way === 'forward' ? toRedo : null;
  const command = commandKey();

  return (
    <>
      <span className={styles.steps}>
        <Step icon="undo" name={undoName} keys={`${command} Z`} blocked={nothing.undo} busy={busy} onStep={undo} />
        <Step icon="redo" name={redoName} keys={`${command} Y`} blocked={nothing.redo} busy={busy} onStep={redo} />
      </span>
      <PastPanel projectId={projectId} limit={limit} />
      <Asked
        event={asked}
        way={way}
        onConfirm={() => history.send({ type: 'step.confirmed' })}
        onClose={() => history.send({ type: 'step.dropped' })}
      />
    </>
  );
}
