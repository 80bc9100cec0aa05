import * as v from 'valibot';
import { ActStatus, Unit } from '../../../domain/api/graphql.ts';

/** Asked once a person has signed in. */
export const STATUSES = `query statuses {
  statuses: act_status(order_by: {order: asc}) { id name code order color }
  units: unit { id name full_name }
}`;
export const StatusesAnswer = v.object({ statuses: v.array(ActStatus), units: v.array(Unit) });
