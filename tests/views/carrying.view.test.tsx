import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, type EventFrom, fromPromise } from 'xstate';
import type { Api } from '../../domain/api/call.ts';
import type { CarryReview, CarryRow } from '../../domain/api/contractShapes.ts';
import type { ImportLists } from '../../domain/api/importShapes.ts';
import { carryingsOf } from '../../src/compose/screens/carrying.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { ADDED, carryingModel, HEAD, SETTLED } from '../../src/machines/carrying/carrying.model.ts';
import { type CarryHead, carryingMachine, type Looked } from '../../src/machines/carrying/carrying.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { CarryOnImport } from '../../src/views/carrying/CarryOnImport.tsx';
import { CarryReview as Review } from '../../src/views/carrying/CarryReview.tsx';
import type { CarryingPart, CarryingScreens } from '../../src/views/carrying/needs.ts';
import { settled } from '../model/world.ts';
import { manualFeed, rowChange } from './feed.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof carryingMachine;

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const HAND_PAIRED: CarryRow = { ...SETTLED, into: ADDED.into, by_hand: true, carried: '6', settled: '0', settled_value: '0.00' };
const known = (rows: readonly CarryRow[]) => {
  const store = new ValueStore<readonly CarryRow[]>();
  store.set(rows);
  return store;
};
const partOf = (machine: Machine): CarryingPart => ({
  machine,
  rows: known([SETTLED, { ...HAND_PAIRED, from: { ...HAND_PAIRED.from, row_id: 11 } } as CarryRow]),
  candidates: known([ADDED]),
  kept: () => [],
});

let opened: ActorRefFrom<Machine> | null = null;
function Opener({ part }: { readonly part: CarryingPart }) {
  const actor = useActorRef(part.machine, { input: { pairs: part.kept() } });
  useEffect(() => {
    opened = actor;
  }, [actor]);
  return (
    <>
      <button type="button" onClick={() => actor.send({ type: 'carry.requested' })}>
        Ask
      </button>
      <Review part={part} actor={actor} currency="EUR" />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog');
const press = (name: string | RegExp, at = 0) =>
  void fireEvent.click(screen.getAllByRole('button', { name, hidden: true })[at] as HTMLElement);
const inDialog = (name: string) => void fireEvent.click(within(dialog() ?? document.body).getByRole('button', { name }));
const type = (field: HTMLElement, text: string) => void fireEvent.change(field, { target: { value: text } });
const search = () => screen.getByRole('searchbox', { name: 'Search code or name' });
const candidates = () => screen.getByRole('combobox', { name: 'Search new rows' });

/** A text other than the one in the field, so that typing it is a change. */
const other = (field: HTMLElement, text: string) => ((field as HTMLInputElement).value === text ? `${text} ` : text);

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'kind.chosen':
      return press(/^Value changes/);
    case 'search.typed':
      return type(search(), other(search(), event.sought));
    case 'more.requested':
      return press('Show more');
    case 'row.picked':
      return press('Pair 1.2 Tiles with a new row');
    case 'candidates.typed':
      return type(candidates(), other(candidates(), event.sought));
    case 'picking.left':
      return void fireEvent.keyDown(candidates(), { key: 'Escape' });
    case 'pair.made':
      return void fireEvent.keyDown(candidates(), { key: 'Enter' });
    case 'pair.undone':
      return press(/^Unpair$/);
    case 'pairs.forgotten':
      return press('Forget the pairs made by hand');
    case 'carry.requested':
      return press('Ask');
    case 'carry.confirmed':
      return inDialog('Carry over');
    case 'carry.declined':
      return inDialog('Cancel');
    case 'project.changed':
      return act(async () => opened?.send(event));
    case 'load.retried':
      return press('Try again');
  }
}

testView<Machine>({
  model: {
    ...carryingModel,
    events: (snapshot) =>
      carryingModel.events(snapshot).filter((event) => {
        const { head, pairs, kind } = snapshot.context;
        const isFailed = snapshot.matches({ reviewing: 'failed' });
        const isShown = head !== null && !isFailed;
        const isChoosing = snapshot.matches({ reviewing: { picking: 'choosing' } });
        switch (event.type) {
          case 'kind.chosen':
          case 'search.typed':
            return isShown;
          case 'pair.undone':
            return isShown && snapshot.matches({ reviewing: 'idle' });
          case 'pairs.forgotten':
            return isFailed && pairs.length > 0;
          case 'pair.made':
            return isChoosing;
          case 'row.picked':
            return isShown && kind === 'settled';
          case 'more.requested':
            return isShown && head.shown < head.total;
          case 'carry.confirmed':
            return head?.blocked === null;
          default:
            return true;
        }
      }),
  },
  start: 'a review',
  promises: ['preview', 'readMore', 'seek', 'carry'],
  longest: 40,
  async show(ready) {
    await show(await stageFor('nobody'), <Opener part={partOf(ready(carryingMachine))} />);
  },
  act: does,
  seen: () => ({
    dialog: dialog()?.querySelector('h2')?.textContent ?? null,
    moved: screen.queryByText('The figures have changed since they were shown:') !== null,
    kind: screen.queryAllByRole('button', { pressed: true, hidden: true }).map(({ textContent }) => textContent)[0] ?? null,
    isBlocked: screen.queryAllByRole('status', { hidden: true }).some(({ textContent }) => /^Act 2 of version 1/.test(textContent)),
    failed: screen.queryByRole('heading', { name: 'The preview could not be loaded' }) !== null,
    picking: screen.queryByRole('combobox') !== null,
    alerts: screen.queryAllByRole('alert', { hidden: true }).length,
  }),
  due(snapshot) {
    const { head, picked, movedFrom, sentence } = snapshot.context;
    const isFailed = snapshot.matches({ reviewing: 'failed' });
    const isShown = head !== null && !isFailed;
    const isBusy = snapshot.matches('carrying') || snapshot.matches('rereading');
    const isAsking = isBusy || snapshot.matches('confirming');
    const kind = snapshot.context.kind;
    const count = head === null || kind === null ? 0 : head.counts[kind];
    const isMoved = isAsking && !isBusy && movedFrom !== null;
    const isSaid = isFailed || (sentence !== null && isShown && (isAsking || snapshot.matches({ reviewing: 'idle' }) || picked !== null));
    return {
      dialog: isAsking ? 'Carry what was done under version 1 into version 2?' : null,
      moved: isMoved,
      kind: isShown ? `${kind === 'settled' ? 'Settled' : 'Value changes'}${count}` : null,
      isBlocked: isShown && head.blocked !== null,
      failed: isFailed,
      picking: picked !== null,
      alerts: (isMoved ? 1 : 0) + (isSaid ? 1 : 0),
    };
  },
});

/** A server of one carrying; it answers by what was paired. */
function serverWith(rows: Partial<Record<string, readonly CarryRow[]>>) {
  const asked: { route: string; body: { kind: string; sought: string; offset: number; by_hand: readonly unknown[] } }[] = [];
  const api = ((route: string, { body }: { body: (typeof asked)[number]['body'] }) => {
    asked.push({ route, body });
    const all = (rows[body.kind] ?? []).filter(({ from, into }) => `${from?.name} ${into?.name}`.toLowerCase().includes(body.sought));
    const { kind: _, shown: __, ...head } = HEAD;
    const counts = body.by_hand.length === 0 ? HEAD.counts : { ...HEAD.counts, settled: 0 };
    const review: CarryReview = { ...head, counts, rows: all.slice(body.offset, body.offset + 100), total: all.length };
    return Promise.resolve(review);
  }) as unknown as Api;
  return { asked, api };
}
const added = (row_id: number, name: string, total: string): CarryRow => ({
  ...ADDED,
  into: { ...(ADDED.into as NonNullable<CarryRow['into']>), row_id, name },
  total,
});

test('new rows are listed with the most alike first, and chosen with arrows and Enter; the pair outlives the page', async () => {
  const rows = {
    settled: [SETTLED],
    added: [added(31, 'Concrete', '9000.00'), added(32, 'Roof tiles', '1.00'), added(33, 'Tiles', '2.00')],
  };
  const { asked, api } = serverWith(rows);
  const part = carryingsOf(api).into(4);
  await show(await stageFor('nobody'), <Opener part={part} />);
  await act(async () => press('Pair 1.2 Tiles with a new row'));
  await act(settled);
  expect(screen.getAllByRole('option').map(({ firstChild }) => firstChild?.textContent)).toEqual([
    '1.2 TilesRoof',
    '1.2 Roof tilesRoof',
    '1.2 ConcreteRoof',
  ]);
  expect(document.activeElement).toBe(candidates());
  fireEvent.keyDown(candidates(), { key: 'ArrowDown' });
  await act(async () => fireEvent.keyDown(candidates(), { key: 'Enter' }));
  await act(settled);
  expect(asked.at(-1)?.body.by_hand).toEqual([{ from: 11, into: 32 }]);
  expect(screen.getByText('Paired by hand: 1')).toBeTruthy();
  cleanup();
  expect(carryingsOf(api).into(4).kept()).toEqual([{ from: 11, into: 32, fromName: '1.2 Tiles', intoName: '1.2 Roof tiles' }]);
  expect(carryingsOf(api).into(5).kept()).toEqual([]);
});

test('Escape closes the confirmation, but not while the confirmed carrying is under way', async () => {
  const machine = carryingMachine.provide({
    actors: { preview: fromPromise(async () => HEAD), carry: fromPromise(() => new Promise<number | null>(() => undefined)) },
  });
  await show(await stageFor('nobody'), <Opener part={partOf(machine)} />);
  await act(settled);
  const leave = () => act(async () => void fireEvent.keyDown(dialog() ?? document.body, { key: 'Escape' }));
  await act(async () => press('Ask'));
  await leave();
  expect(dialog()).toBeNull();
  await act(async () => press('Ask'));
  await act(async () => inDialog('Carry over'));
  await leave();
  expect(opened?.getSnapshot().value).toBe('carrying');
  expect(dialog()).not.toBeNull();
});

test('a settled row is dragged onto a new one', async () => {
  const { asked, api } = serverWith({ settled: [SETTLED], added: [ADDED] });
  await show(await stageFor('nobody'), <Opener part={carryingsOf(api).into(4)} />);
  const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: '' };
  const row = screen.getByRole('row', { name: /Tiles/ });
  fireEvent.dragStart(row, { dataTransfer });
  await act(settled);
  await act(settled);
  const option = screen.getByRole('option', { name: /Clay tiles/ });
  fireEvent.dragOver(option, { dataTransfer });
  fireEvent.drop(option, { dataTransfer });
  await act(async () => fireEvent.dragEnd(row, { dataTransfer }));
  await act(settled);
  expect(asked.at(-1)?.body.by_hand).toEqual([{ from: 11, into: 21 }]);
});

test('stored data that is not a pair is ignored, and where nothing is settled the rows whose value changes come first', async () => {
  localStorage.setItem('actum.carry.version 4', '[{"from":"x"}]');
  const { api } = serverWith({ settled: [] });
  const part = carryingsOf(((route: string, asked: never) =>
    (api(route as never, asked) as Promise<CarryReview>).then((review) => ({
      ...review,
      counts: { ...review.counts, settled: 0 },
    }))) as unknown as Api).into(4);
  expect(part.kept()).toEqual([]);
  await show(await stageFor('nobody'), <Opener part={part} />);
  await act(settled);
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Value changes2');
});

const nothing = () => undefined;
function Carrying() {
  const [found, setFound] = useState({} as ImportLists);
  return (
    <>
      <button type="button" onClick={() => setFound({} as ImportLists)}>
        Correct a cell
      </button>
      <CarryOnImport projectId={5} teamId={7} currency="EUR" found={found} onLeave={nothing} onPostpone={nothing} onMade={nothing} />
    </>
  );
}

test('the preview within an import is repeated when somebody changes the project or the import', async () => {
  let previews = 0;
  const preview = fromPromise<CarryHead, Looked>(async () => {
    previews += 1;
    return HEAD;
  });
  const feed = manualFeed();
  const carryings = { ofImport: () => partOf(carryingMachine.provide({ actors: { preview } })) } as unknown as CarryingScreens;
  const known = Promise.resolve(carryings);
  const stage = await stageFor('Ann');
  await show(stage, <Carrying />, { ...provideScreens(stage.actum), watchProject: feed.watchProject, carryings: () => known });
  await act(settled);
  const before = previews;
  await act(async () => feed.change(rowChange({ versionId: 3, listId: 4 })));
  await act(settled);
  expect(previews).toBe(before + 1);
  await act(async () => press('Correct a cell'));
  await act(settled);
  expect(previews).toBe(before + 2);
});
