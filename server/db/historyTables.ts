/** The tables of the history, except the images, which only SQL reads. */
import type { ColumnType, Generated } from 'kysely';
import type { MaybeMoment, Moment } from './columns.ts';

export interface HistoryTables {
  recent_events: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    entity_type: string;
    object_id: number | null;
    type: string;
    processed: Generated<boolean>;
    created_at: Moment;
    author_id: number | null;
    author_name: Generated<string>;
    subject: Generated<string>;
    field: Generated<string>;
    is_thin: Generated<boolean>;
    is_discarded: Generated<boolean>;
    undone_at: MaybeMoment;
  };
  moments: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    version_id: number | null;
    event_id: number;
    at: ColumnType<Date, Date, never>;
    name: string;
    note: string;
    author_id: number | null;
    author_name: string;
  };
  project_changes: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    event_id: number;
    way: 'done' | 'undone' | 'redone';
    author_id: number | null;
    made_at: Generated<Date>;
  };
}
