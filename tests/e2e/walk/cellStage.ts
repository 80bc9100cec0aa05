import type { Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { type Refused, Unanswered } from '../../../domain/contract/call.ts';
import { askedMove } from '../../../src/machines/numberCell/selectors.ts';
import { type ActCell, type CellEvent, isGarbled, isStale, leftIn, type NumberCell, stateOf, theirsOf } from './cellWorld.ts';
import { expect, SOON, type Watched } from './served.ts';

type Snapshot = SnapshotFrom<NumberCell> | SnapshotFrom<ActCell>;

interface CellPlace {
  readonly row: number;
  readonly col: number;
  readonly label: string;
  /** The key that leads out of the cell, and to none that is typed in. */
  readonly out: string;
  /** Somebody else sets it at the server. */
  readonly other: (value: string) => Promise<unknown>;
  /** What the server has. */
  readonly saved: () => Promise<string>;
}

/** A cell of a real page, its record at the server, and the network between them; its call is held as "save". */
export class CellStage {
  readonly page: Page;
  readonly watched: Watched;
  readonly who: string;
  readonly #place: CellPlace;
  #others = 0;
  constructor(page: Page, watched: Watched, who: string, place: CellPlace) {
    this.page = page;
    this.watched = watched;
    this.who = who;
    this.#place = place;
  }
  cell() {
    return this.page.locator(`[data-index="${this.#place.row}"] > [data-col="${this.#place.col}"]`);
  }
  /** A click on the cell one is in opens it. */
  async toCell(): Promise<void> {
    if (!(await this.cell().evaluate((cell) => cell === document.activeElement))) await this.cell().click();
  }
  editor() {
    return this.page.getByRole('textbox', { name: this.#place.label, exact: true });
  }
  helper() {
    return this.page.getByRole('group', { name: 'Available Range' });
  }
  moves() {
    return this.page.getByRole('dialog', { name: 'This changes later acts' });
  }
  note() {
    return this.page.locator('[data-note]');
  }

  /** The edits of it on their way or waiting are answered, those that were typed over too. */
  async #settle(isWaiting: boolean, isTaken: boolean): Promise<void> {
    const { watched, who } = this;
    const news = watched.news();
    if (isWaiting) await this.#tryAgain();
    const place = watched.at(who);
    await expect(async () => {
      if (watched.isHeld('save')) await watched.release('save', 'continue');
      expect(watched.at(who)).not.toBe(place);
    }).toPass(SOON);
    // Its own edit comes back as news.
    if (isTaken) await expect.poll(watched.news, SOON).toBeGreaterThan(news);
    await watched.idle();
  }
  /** As by a finger: the focus stays in the cell. */
  async #tryAgain(): Promise<void> {
    if (!this.watched.isHeld('save')) await this.page.getByRole('button', { name: 'Try now' }).dispatchEvent('click');
  }
  /** Somebody else is quicker. */
  async #overtake(value: string): Promise<void> {
    if ((await this.#place.saved()) === value) return;
    const news = this.watched.news();
    await this.#place.other(value);
    await expect.poll(this.watched.news, SOON).toBeGreaterThan(news);
    this.#others += 1;
    await this.watched.idle();
  }

  async cause(event: CellEvent, before: Snapshot): Promise<void> {
    const told = event as CellEvent & Readonly<Record<string, unknown>>;
    const isWaiting = stateOf(before) === 'waiting';
    switch (told.type as string) {
      case 'edit.started':
        await this.toCell();
        return this.page.keyboard.press('F2');
      case 'edit.committed':
        if ('bound' in told)
          return this.helper()
            .getByRole('button', { name: new RegExp(`^${told.bound}`) })
            .click();
        await this.editor().fill(String(told.text));
        return this.page.keyboard.press('Enter');
      case 'edit.reverted':
        return this.#revert(before);
      case 'cell.left':
        await this.toCell();
        return this.page.keyboard.press(this.#place.out);
      case 'mine.kept':
        return this.note().getByRole('button', { name: 'Keep mine' }).click();
      case 'theirs.taken':
        return this.note().getByRole('button', { name: 'Take the saved value' }).click();
      case 'xstate.done.actor.saveValue':
      case 'xstate.done.actor.settleValue':
        return this.#settle(isWaiting, true);
      case 'xstate.error.actor.saveValue':
      case 'xstate.error.actor.settleValue':
        return this.#fail(isWaiting, told.error);
      case 'range.outdated':
        // Without somebody else it is news of what just happened.
        if ('by' in told) await this.#overtake(theirsOf(this.#others));
        return this.watched.held('range');
      case 'move.confirmed':
        return this.#answerMoves('Save');
      case 'move.declined':
        return this.#answerMoves('Cancel');
      case 'xstate.done.actor.loadRange':
        return this.watched.release('range', 'continue');
      case 'xstate.error.actor.loadRange':
        return this.watched.release('range', 'abort');
      case 'xstate.done.actor.previewMove':
        return (told.output as readonly unknown[]).length === 0 ? undefined : this.watched.release('preview', 'continue');
      case 'xstate.error.actor.previewMove':
        return this.watched.release('preview', told.error instanceof Unanswered ? 'abort' : 'continue');
      case 'xstate.after.restingOnCell.actCell.helper.unknown':
        return this.page.clock.runFor(150);
      case 'xstate.done.actor.giveUpValue':
      case 'xstate.error.actor.giveUpValue':
        // It was given up at once.
        return;
      default:
        return this.page.clock.runFor(200);
    }
  }

  async #fail(isWaiting: boolean, error: unknown): Promise<void> {
    if (error instanceof Unanswered) return this.watched.release('save', 'abort');
    if (isGarbled(error)) {
      if (isWaiting) await this.#tryAgain();
      return this.watched.release('save', { status: 409, json: (error as Refused).body });
    }
    if (isStale(error)) await this.#overtake(leftIn(error));
    return this.#settle(isWaiting, false);
  }
  async #answerMoves(name: string): Promise<void> {
    await this.moves().getByRole('button', { name }).click();
    await this.page.clock.runFor(500);
  }
  async #revert(before: Snapshot): Promise<void> {
    if (stateOf(before) !== 'refused') return this.page.keyboard.press('Escape');
    if (before.context.theirs === null) return this.note().getByRole('button', { name: 'Discard what you typed' }).click();
    await this.toCell();
    return this.page.keyboard.press('Escape');
  }

  async due(snapshot: Snapshot): Promise<void> {
    const { typed, theirs, subject } = snapshot.context;
    const state = stateOf(snapshot);
    await expect(this.editor()).toHaveCount(state === 'editing' ? 1 : 0);
    await expect(this.note()).toHaveCount(state === 'refused' ? 1 : 0);
    await expect(this.moves()).toHaveCount(askedMove(snapshot) === null ? 0 : 1);
    if (state === 'editing') return expect(this.editor()).toHaveValue(typed ?? subject.value);
    if (state === 'waiting') return expect(this.cell()).toHaveText(`${typed}, Waiting for the connection`);
    if (state === 'saved' || state === 'showing') return expect(this.cell()).toHaveText((await this.#place.saved()).replace('-', '−'));
    if (state !== 'refused') return expect(this.cell()).toHaveText(typed ?? '');
    await expect(this.cell()).toHaveText(typed ?? '');
    await expect(this.cell()).toHaveAttribute('aria-invalid', 'true');
    // The first time in a page, what it says comes with code of its own, which React shows some time after it waited.
    await expect(async () => {
      if ((await this.note().innerText()) === '') await this.page.clock.runFor(100);
      expect(await this.note().innerText()).not.toBe('');
    }).toPass(SOON);
    if (theirs !== null) return expect(this.note().getByRole('definition')).toHaveText([typed ?? '', theirs.value]);
    await expect(this.note()).toContainText(`Saved value: ${subject.value.replace('-', '−')}`);
  }
}
