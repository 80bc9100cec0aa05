import type { Page } from '@playwright/test';
import { Unanswered } from '../../../domain/api/call.ts';
import { askedMove } from '../../../src/machines/numberCell/selectors.ts';
import { isChange, refusedIn } from '../../../src/machines/numberCell/types.ts';
import { type Fate, THEIRS } from '../../model/cellFate.ts';
import { type CellEvent, type Snapshot, stateOf } from './cellWorld.ts';
import { expect, SOON, type Watched } from './served.ts';

interface CellState {
  readonly row: number;
  readonly col: number;
  readonly label: string;
  /** A key that leaves the cell for one that cannot be typed in. */
  readonly out: string;
  /** Sets the value at the server as another person. */
  readonly other: (value: string) => Promise<unknown>;
  /** The value that the server has stored. */
  readonly saved: () => Promise<string>;
}

/** A cell of a real page, its record at the server, and the network between them; the calls of the queue are held as "save". */
export class CellStage {
  readonly page: Page;
  readonly watched: Watched;
  readonly who: string;
  readonly #place: CellState;
  #unsent: { readonly mode: 'waiting' | 'refused'; readonly text: string; readonly isStale: boolean } | null = null;
  /** The number of waiting edits of the cell. */
  #waiting = 0;
  constructor(page: Page, watched: Watched, who: string, place: CellState) {
    this.page = page;
    this.watched = watched;
    this.who = who;
    this.#place = place;
  }
  cell() {
    return this.page.locator(`[data-index="${this.#place.row}"] > [data-col="${this.#place.col}"]`);
  }
  /** A click on the cell under the cursor opens it. */
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

  /** The server answers everything the queue sends, the latest edit of the cell in the given way. */
  async #answer(fate: Fate, text: string): Promise<void> {
    const { watched } = this;
    const news = watched.news();
    const waiting = this.#unsent?.mode === 'waiting' ? this.#waiting : 0;
    if (fate === 'stale' && !this.#isBehind()) await this.#overtake(THEIRS);
    if (fate === 'postponed') await watched.release('save', 'abort');
    else for (let edit = 0; edit <= waiting; edit++) await watched.release('save', 'continue');
    // The person's own edit also arrives as a notification.
    if (fate === 'taken') await expect.poll(watched.news, SOON).toBeGreaterThan(news);
    await watched.idle();
    this.#waiting = fate === 'postponed' ? waiting + 1 : 0;
    const mode = fate === 'postponed' ? 'waiting' : 'refused';
    this.#unsent = fate === 'taken' ? null : { mode, text, isStale: fate === 'stale' };
  }
  #isBehind = () => this.#unsent?.isStale === true;
  /** Another person's edit reaches the server first. */
  async #overtake(value: string): Promise<void> {
    if ((await this.#place.saved()) === value) return;
    await this.watched.untilHeard(() => this.#place.other(value));
  }

  async cause(event: CellEvent, before: Snapshot): Promise<void> {
    const caused = event as CellEvent & Readonly<Record<string, unknown>>;
    const { fate } = event;
    const typed = before.context.typed ?? '';
    switch (caused.type as string) {
      case 'edit.started':
        await this.toCell();
        return this.page.keyboard.press('F2');
      case 'edit.committed':
        return this.#commit(caused, before);
      case 'edit.reverted':
        return this.#revert(before);
      case 'cell.left':
        await this.toCell();
        return this.page.keyboard.press(this.#place.out);
      case 'mine.kept':
        await this.note().getByRole('button', { name: 'Keep mine' }).click();
        return fate && this.#handedOver(before) ? this.#answer(fate, this.#unsent?.text ?? '') : undefined;
      case 'range.outdated':
        // An event without an author is the news of a change that this walk just made.
        if ('by' in caused) await this.#overtake(String(caused.by));
        return this.watched.held('range');
      case 'move.confirmed':
        await this.#answerMoves('Save');
        return fate && this.#answer(fate, typed);
      case 'move.declined':
        return this.#answerMoves('Cancel');
      case 'xstate.done.actor.loadRange':
        return this.watched.release('range', 'continue');
      case 'xstate.error.actor.loadRange':
        return this.watched.release('range', 'abort');
      case 'xstate.done.actor.previewMove':
        if ((caused.output as readonly unknown[]).length > 0 || 'asked' in caused) await this.watched.release('preview', 'continue');
        return fate && this.#answer(fate, typed);
      case 'xstate.error.actor.previewMove':
        await this.watched.release('preview', caused.error instanceof Unanswered ? 'abort' : 'continue');
        return fate && this.#answer(fate, typed);
      default:
        return this.page.clock.runFor(150);
    }
  }
  async #commit(event: CellEvent & Readonly<Record<string, unknown>>, before: Snapshot): Promise<void> {
    const text = String(event.text);
    if ('bound' in event) {
      await this.helper()
        .getByRole('button', { name: new RegExp(`^${event.bound}`) })
        .click();
    } else {
      await this.editor().fill(text);
      await this.page.keyboard.press('Enter');
    }
    const { subject } = before.context;
    if (refusedIn(subject) !== null && !isChange(text, subject)) this.#unsent = null;
    if (event.fate && this.#handedOver(before)) await this.#answer(event.fate, text);
  }
  /** A cell of an act checks a text first, unless an earlier one waits. */
  #handedOver = ({ machine, context }: Snapshot) => machine.id === 'numberCell' || context.subject.unsent?.mode === 'waiting';

  async #answerMoves(name: string): Promise<void> {
    await this.moves().getByRole('button', { name }).click();
    await this.page.clock.runFor(500);
  }
  async #revert(before: Snapshot): Promise<void> {
    const isDropped = this.#unsent?.mode === 'refused';
    if (stateOf(before) === 'editing') {
      if (refusedIn(before.context.subject) !== null) this.#unsent = null;
      return this.page.keyboard.press('Escape');
    }
    if (isDropped) this.#unsent = null;
    if (stateOf(before) === 'refused') return this.note().getByRole('button', { name: 'Discard what you typed' }).click();
    await this.toCell();
    return this.page.keyboard.press('Escape');
  }

  async due(snapshot: Snapshot): Promise<void> {
    const { typed, subject } = snapshot.context;
    const own = stateOf(snapshot);
    const state = own === 'showing' ? (this.#unsent?.mode ?? 'showing') : own;
    const text = own === 'showing' ? (this.#unsent?.text ?? '') : (typed ?? '');
    await expect(this.editor()).toHaveCount(state === 'editing' ? 1 : 0);
    await expect(this.note()).toHaveCount(state === 'refused' ? 1 : 0);
    await expect(this.moves()).toHaveCount(askedMove(snapshot) === null ? 0 : 1);
    const saved = (await this.#place.saved()).replace('-', '−');
    if (state === 'editing') return expect(this.editor()).toHaveValue(typed ?? subject.value);
    if (state === 'waiting') return expect(this.cell()).toHaveText(`${text}, Waiting for the connection`);
    if (state === 'showing') return expect(this.cell()).toHaveText(saved);
    await expect(this.cell()).toHaveText(text);
    if (state !== 'refused') return;
    await expect(this.cell()).toHaveAttribute('aria-invalid', 'true');
    // The first time in a page, the note's code has yet to load, and React shows the note only after a delay.
    await expect(async () => {
      if ((await this.note().innerText()) === '') await this.page.clock.runFor(100);
      expect(await this.note().innerText()).not.toBe('');
    }).toPass(SOON);
    if (own === 'showing' && this.#isBehind()) return expect(this.note().getByRole('definition')).toHaveText([text, saved]);
    await expect(this.note()).toContainText(`Saved value: ${saved}`);
  }
}
