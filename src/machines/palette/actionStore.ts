import type { OfferedAction } from './types.ts';

export interface ScreenAction {
  readonly name: string;
  readonly run: () => void;
  /** Why it is blocked and how to unblock it; null or absent while it is possible. */
  readonly blocked?: string | null;
}
interface Offer {
  readonly group: OfferedAction['group'];
  readonly actions: readonly ScreenAction[];
}
const idOf = (owner: string, { name }: ScreenAction) => `${owner} ${name}`;

/** The actions of the current screen, and how to run them. */
export class ActionStore {
  readonly #offers = new Map<string, Offer>();
  readonly #listeners = new Set<() => void>();
  #offered: readonly OfferedAction[] = [];

  /** Replaces the owner's earlier actions. */
  offer(owner: string, group: OfferedAction['group'], actions: readonly ScreenAction[]): void {
    this.#offers.set(owner, { group, actions });
    this.#tell();
  }
  withdraw(owner: string): void {
    if (this.#offers.delete(owner)) this.#tell();
  }
  /** Does nothing when the action is blocked or no longer offered. */
  run(id: string): void {
    for (const [owner, { actions }] of this.#offers) {
      const action = actions.find((each) => idOf(owner, each) === id);
      if (action && (action.blocked ?? null) === null) action.run();
    }
  }
  readonly get = (): readonly OfferedAction[] => this.#offered;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    const offered = [...this.#offers].flatMap(([owner, { group, actions }]) =>
      actions.map((action): OfferedAction => ({ id: idOf(owner, action), group, name: action.name, blocked: action.blocked ?? null })),
    );
    // A screen offers its actions on every render, so equal texts are not a change.
    const isNews =
      offered.length !== this.#offered.length ||
      offered.some(({ id, blocked }, index) => id !== this.#offered[index]?.id || blocked !== this.#offered[index].blocked);
    if (!isNews) return;
    this.#offered = offered;
    for (const listener of this.#listeners) listener();
  }
}
