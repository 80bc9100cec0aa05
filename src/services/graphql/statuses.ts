import * as v from 'valibot';
import { ActStatus, Unit } from '../../../domain/api/graphql.ts';

/** The one query of the first page; the others are in documents.ts. */
export const STATUSES = `query statuses {
  statuses: act_status(order_by: {order: asc}) { id name code order color }
  units: unit { id name full_name }
}`;
export const StatusesAnswer = v.object({ statuses: v.array(ActStatus), units: v.array(Unit) });
