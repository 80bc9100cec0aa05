import type { CarriedPage, CarryRow } from '../../../domain/api/contractShapes.ts';
import type { Version } from '../../../domain/api/shapes.ts';
import type { carryingMachine, HandPair } from '../../machines/carrying/carrying.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read, Windowed } from '../needs.ts';

/** The review of one carrying, before it is made. */
export interface CarryingPart {
  readonly machine: typeof carryingMachine;
  /** The rows of the kind on screen. */
  readonly rows: ValueStore<readonly CarryRow[]>;
  /** Candidates to pair a settled row with, the likeliest first. */
  readonly candidates: ValueStore<readonly CarryRow[]>;
  /** Pairs made on an earlier visit. */
  readonly kept: () => readonly HandPair[];
}
/** The kinds of rows that can be viewed after carrying. */
export type CarriedKind = 'revalued' | 'settled';
/** A row of a finished carrying; its id is its index. */
export type CarriedRow = CarryRow & { readonly id: number };
export interface CarriedPart extends Read {
  /** The carryings of the contract up to the version, oldest first. */
  readonly carryings: ValueStore<CarriedPage['carryings']>;
  readonly list: (kind: CarriedKind) => Windowed<CarriedRow>;
}
export interface CarryingScreens {
  readonly into: (versionId: number) => CarryingPart;
  /** Makes the version of an import and carries work into it, in one step. */
  readonly ofImport: (projectId: number) => CarryingPart;
  readonly carried: (versionId: number) => CarriedPart;
  /** Makes a version a contract of its own, or one that can carry others' work on again. */
  readonly separation: FormDialog<Pick<Version, 'id' | 'number' | 'is_separate'>, string | null, Version>;
  /** Takes back what a version has carried. */
  readonly takingBack: FormDialog<Pick<Version, 'id' | 'number'>, string | null, Version>;
}
