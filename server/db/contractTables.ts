/** The tables of a contract that changes: what versions carried, what was settled, and extras. */
import type { ColumnType, Generated } from 'kysely';
import type { EXTRA_STATUSES } from '../../domain/api/contractShapes.ts';
import type { CarriedFigures } from '../../domain/carry.ts';
import type { Decimal, MaybeMoment, Moment } from './columns.ts';

export interface ContractTables {
  carryings: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    version_id: number;
    from_version_id: number;
    act_id: number;
    by_hand: ColumnType<readonly (readonly [number, number])[], string, never>;
    figures: ColumnType<CarriedFigures, string, string>;
    with_version: Generated<boolean>;
    made_by: number;
    made_at: Moment;
    withdrawn_at: MaybeMoment;
    made_event: number | null;
    withdrawn_event: number | null;
  };
  carried_rows: {
    team_id: number;
    row_id: number;
    version_id: number;
    from_row_id: number;
    quantity: Decimal;
    labour: Decimal;
    materials: Decimal;
    tools: Decimal;
  };
  settled_rows: {
    team_id: number;
    carrying_id: number;
    place: number;
    row_id: number;
    list_title: string;
    code: string;
    name: string;
    unit: string;
    quantity: Decimal;
    labour: Decimal;
    materials: Decimal;
    tools: Decimal;
  };
  extras: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    version_id: number;
    list_id: number;
    row_id: number;
    act_id: number | null;
    quantity: Decimal;
    reason: string;
    status: ColumnType<(typeof EXTRA_STATUSES)[number], (typeof EXTRA_STATUSES)[number] | undefined, (typeof EXTRA_STATUSES)[number]>;
    asked_by: number;
    asked_at: Moment;
    decided_by: number | null;
    decided_at: MaybeMoment;
    decision: Generated<string>;
    withdrawn_by: Generated<number | null>;
    withdrawn_at: MaybeMoment;
    revision: Generated<number>;
  };
  row_extras: {
    team_id: number;
    row_id: number;
    version_id: number;
    list_id: number;
    quantity: Decimal;
    labour: Decimal;
    materials: Decimal;
    tools: Decimal;
  };
  section_extras: { team_id: number; section_id: number; version_id: number; labour: Decimal; materials: Decimal; tools: Decimal };
}
