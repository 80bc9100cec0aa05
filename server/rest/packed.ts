/** Makes stored answers small: JSON of a few known shapes, compressed with a dictionary of the texts that most of them contain. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Texts that answers to edits often contain, the most frequent last. They must never change, because answers are unpacked with the
 * dictionary they were packed with: a new dictionary gets another number in front of the bytes.
 */
const AMOUNTS = '"labour":"0.00","materials":"0.00","tools":"0.00","total":"0.00"';
const LINE = `"percent_total":null,"percent_labour":null,"percent_materials":null,"percent_tools":null,"updated_at":"2026-01-01T00:00:00.000Z","revision":1,${AMOUNTS}`;
const DICTIONARY = Buffer.from(
  [
    '{"detail":"Someone has changed this since you opened it","code":"stale_edit","current":{"changed_by":{"id":1,"name":"',
    '"completed_before_total":"0.00","completed_now_total":"0.00","balance_total":"0.00","left_to_do_total":"0.00","estimated_total":"0.00"',
    `"additional":[{"id":1,"kind":"additional_cost","order":1,"name":"",${LINE}}],"taxes":[{"id":1,"kind":"tax","order":1,"name":"VAT",${LINE}}]`,
    `{"event_id":1,"ids":[1],"rows":[],"sections":[],"lists":[],"list":{"id":1,"order":1,"title":"",${AMOUNTS}},`,
    `"summary":{"version_id":1,"project_id":1,"frozen":false,"costs":[{"id":1,"order":1,"title":"",${AMOUNTS}}],"subtotal":{${AMOUNTS}},"additional":[],"total":{${AMOUNTS}},"taxes":[],"total_with_taxes":{${AMOUNTS}}}}`,
    `{"event_id":1,"row":{"id":1,"list_id":1,"order":1024,"kind":"row","code":"","name":"","unit":"m3","quantity":"1","unit_labour":"0","unit_materials":"0","unit_tools":"0","unit_total":"0",${AMOUNTS},"formulas":null,"revision":1,"level":0,"section_id":0,"row_count":0},"sections":[],`,
  ].join(''),
);
const FIRST = 1;

/** The bytes of a text: one byte for the dictionary, then the compressed text. */
export const packed = (text: string): Buffer =>
  Buffer.concat([Buffer.of(FIRST), deflateRawSync(text, { dictionary: DICTIONARY, level: 9 })]);

export function unpacked(bytes: Uint8Array): string {
  if (bytes[0] !== FIRST) throw new Error(`An answer was packed in a way this version does not know (${bytes[0]})`);
  return inflateRawSync(bytes.subarray(1), { dictionary: DICTIONARY }).toString();
}
