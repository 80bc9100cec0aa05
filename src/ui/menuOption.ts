export interface MenuOption {
  readonly key: string;
  readonly label: string;
  readonly chosen?: boolean;
  /** A destructive option is set apart, and never first. */
  readonly danger?: boolean;
  /** Why it cannot be chosen now; shown under its name. */
  readonly blocked?: string | null;
  /** The option's effect, in a smaller line under its name. */
  readonly note?: string;
  /** Not possible now. The owner says why when it is chosen. */
  readonly locked?: boolean;
  /** A heading over neighbouring options that share it. */
  readonly group?: string;
}
