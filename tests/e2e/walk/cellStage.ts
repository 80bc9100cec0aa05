import type { Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { type Refused, Unanswered } from '../../../domain/contract/call.ts';
import { askedMove } from '../../../src/machines/numberCell/selectors.ts';
import { type ActCell, type CellEvent, isGarbled, isStale, leftIn, type NumberCell, stateOf } from './cellWorld.ts';
import { expect, SOON, type Watched } from './served.ts';

type Snapshot = SnapshotFrom<NumberCell> | SnapshotFrom<ActCell>;

interface CellPlace {
  readonly row: number;
  readonly col: number;
  readonly label: string;
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
  constructor(page: Page, watched: Watched, who: string, place: CellPlace) {
    this.page = page;
    this.watched = watched;
    this.who = who;
    this.#place = place;
  }
  cell() {
    return this.page.locator(`[data-index="${this.#place.row}"] > [data-col="${this.#place.col}"]`);
  }
  editor() {
    return this.page.getByRole('textbox', { name: this.#place.label, exact: true });
  }
  note() {
    return this.page.locator('[data-note]');
  }

  /** The edits of it on their way or waiting are answered, those that were typed over too. */
  async #settle(isWaiting: boolean): Promise<void> {
    const { watched, who } = this;
    if (isWaiting && !watched.isHeld('save')) await this.#tryAgain();
    const place = watched.at(who);
    await expect(async () => {
      if (watched.isHeld('save')) await watched.release('save', 'continue');
      expect(watched.at(who)).not.toBe(place);
    }).toPass(SOON);
  }
  #tryAgain(): Promise<unknown> {
    return this.page.evaluate(() => dispatchEvent(new Event('online')));
  }

  async cause(event: CellEvent, before: Snapshot): Promise<void> {
    const told = event as CellEvent & Readonly<Record<string, unknown>>;
    const isWaiting = stateOf(before) === 'waiting';
    switch (told.type as string) {
      case 'edit.started':
        await this.cell().click();
        return this.page.keyboard.press('F2');
      case 'edit.committed':
        await this.editor().fill(String(told.text));
        return this.page.keyboard.press('Enter');
      case 'edit.reverted':
        if (stateOf(before) === 'refused') await this.cell().click();
        return this.page.keyboard.press('Escape');
      case 'cell.left':
        await this.cell().click();
        return this.page.keyboard.press('ArrowUp');
      case 'mine.kept':
        return this.note().getByRole('button', { name: 'Keep mine' }).click();
      case 'theirs.taken':
        return this.note().getByRole('button', { name: 'Take theirs' }).click();
      case 'xstate.done.actor.saveValue':
      case 'xstate.done.actor.settleValue':
        return this.#settle(isWaiting);
      case 'xstate.error.actor.saveValue':
      case 'xstate.error.actor.settleValue':
        return this.#fail(isWaiting, told.error);
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
      if (isWaiting && !this.watched.isHeld('save')) await this.#tryAgain();
      return this.watched.release('save', { status: 409, json: (error as Refused).body });
    }
    if (isStale(error)) await this.#place.other(leftIn(error));
    return this.#settle(isWaiting);
  }

  async due(snapshot: Snapshot): Promise<void> {
    const { typed, theirs, subject } = snapshot.context;
    const state = stateOf(snapshot);
    await expect(this.editor()).toHaveCount(state === 'editing' ? 1 : 0);
    await expect(this.note()).toHaveCount(state === 'refused' ? 1 : 0);
    const dialog = this.page.getByRole('dialog', { name: 'This moves later acts' });
    await expect(dialog).toHaveCount(askedMove(snapshot) === null ? 0 : 1);
    if (state === 'editing') return expect(this.editor()).toHaveValue(typed ?? subject.value);
    if (state === 'waiting') return expect(this.cell()).toHaveText(`${typed}, Waiting for the connection`);
    if (state === 'saved' || state === 'showing') return expect(this.cell()).toHaveText(await this.#place.saved());
    if (state !== 'refused') return expect(this.cell()).toHaveText(typed ?? '');
    await expect(this.cell()).toHaveText(typed ?? '');
    await expect(this.cell()).toHaveAttribute('aria-invalid', 'true');
    // The first time in a page, what it says comes with code of its own, which React shows some time after it waited.
    await expect(async () => {
      if ((await this.note().innerText()) === '') await this.page.clock.runFor(100);
      expect(await this.note().innerText()).not.toBe('');
    }).toPass(SOON);
    if (theirs !== null) return expect(this.note().getByRole('definition')).toHaveText([typed ?? '', theirs.value]);
    await expect(this.note()).toContainText(`Still saved: ${subject.value}`);
  }
}
