import { useActorRef, useSelector } from '@xstate/react';
import { use, useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { paletteMachine } from '../../machines/palette/palette.ts';
import { failureOf, groupsOf, highlightOf, isFinding, isLoadingDestinations, textOf } from '../../machines/palette/selectors.ts';
import type { OptionGroup } from '../../machines/palette/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { Palette } from '../../ui/Palette.tsx';
import { useEmitted } from '../reading.ts';
import { useScreens } from '../screens.tsx';

const GROUP_NAMES: Readonly<Record<OptionGroup, () => string>> = {
  here: m.palette_actions,
  everywhere: m.palette_everywhere,
  projects: m.projects,
  versions: m.palette_versions,
  lists: m.lists,
  acts: m.estimate_acts,
  rows: m.palette_rows,
};

interface PaletteBoxProps {
  readonly teamId: number;
  readonly palette: ActorRefFrom<typeof paletteMachine>;
  readonly onText: (text: string) => void;
  readonly onClose: (reason: CloseReason) => void;
  readonly onClosed: () => void;
}

/** The palette's field and its results. */
export function PaletteBox({ teamId, palette, onText, onClose, onClosed }: PaletteBoxProps) {
  const snapshot = useSelector(palette, (current) => current);
  const searchOf = use(useScreens().rowSearch());
  const search = useActorRef(useMemo(() => searchOf(teamId), [searchOf, teamId]));
  useEmitted(search, 'rows.found', ({ rows }) => palette.send({ type: 'rows.found', rows }));
  const [isOpen, text] = [isFinding(snapshot), textOf(snapshot)];
  // Text may have been typed before the search was loaded.
  useEffect(() => search.send(isOpen ? { type: 'text.typed', text } : { type: 'search.closed' }), [search, isOpen, text]);
  const searching = useSelector(search, (current) => current);
  const groups = groupsOf(snapshot);
  const failure = failureOf(snapshot);
  const isSearching = searching.matches('typing') || searching.matches('searching');
  const count = groups.reduce((sum, { options, more }) => sum + options.length + more, 0);
  return (
    <Palette
      open={isOpen}
      title={m.palette_title()}
      placeholder={m.palette_placeholder()}
      listLabel={m.palette_options()}
      text={text}
      groups={groups.map(({ group, options, more }) => ({
        key: group,
        name: GROUP_NAMES[group](),
        lines: options,
        more: more === 0 ? null : m.palette_more({ count: more }),
      }))}
      highlighted={highlightOf(snapshot)}
      found={isLoadingDestinations(snapshot) || isSearching ? '' : m.palette_found({ count })}
      remark={
        failure !== null ? (
          <>
            <span className="wrong">{sentenceText(failure)}</span>
            <Button size="extra-small" onClick={() => palette.send({ type: 'load.retried' })}>
              {m.action_try_again()}
            </Button>
          </>
        ) : searching.matches('failed') ? (
          <>
            <span className="wrong">{sentenceText(searching.context.sentence)}</span>
            <Button size="extra-small" onClick={() => search.send({ type: 'search.retried' })}>
              {m.action_try_again()}
            </Button>
          </>
        ) : isLoadingDestinations(snapshot) || isSearching ? (
          m.palette_looking()
        ) : count === 0 ? (
          m.palette_nothing()
        ) : null
      }
      foot={m.palette_hint({ move: '↑ ↓', choose: m.key_enter(), close: m.key_escape() })}
      onText={onText}
      onMove={(to) => palette.send({ type: 'highlight.moved', to })}
      onPoint={(id) => palette.send({ type: 'option.pointed', id })}
      onChoose={(id) => palette.send({ type: 'option.chosen', id })}
      onClose={onClose}
      onClosed={onClosed}
    />
  );
}
