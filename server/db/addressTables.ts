/** The tables of links that are mailed to people, and of the addresses they go to. */
import type { ColumnType, Generated } from 'kysely';
import type { MaybeMoment, Moment } from './columns.ts';

export interface AddressTables {
  person_links: {
    hash: string;
    kind: 'confirmation' | 'recovery' | 'not_me' | 'address' | 'address_back';
    user_id: number;
    change_id: number | null;
    created_at: Moment;
    expires_at: ColumnType<Date, Date | string, Date | string>;
    used_at: MaybeMoment;
  };
  address_changes: {
    id: Generated<number>;
    user_id: number;
    family: string;
    was: string;
    becomes: string;
    asked_at: Moment;
    changed_at: MaybeMoment;
    ended_at: MaybeMoment;
    network: Generated<string>;
    device: Generated<string>;
  };
}
