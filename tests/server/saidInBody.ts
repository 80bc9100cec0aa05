import { expect } from 'vitest';
import { CATALOGUE } from '../../domain/sentences/catalogue.ts';
import type { Params, Sentence } from '../../domain/sentences/sentence.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The English of a code and its params, as the catalogue has it. The rule of a library that has no sentence of ours says its own. */
function mustSay({ code, params, detail }: Sentence): void {
  if (code === 'invalid' || code === '') return;
  const say = CATALOGUE.find((entry) => entry.code === code) as unknown as ((given?: Params) => Sentence) | undefined;
  expect(say?.(params).detail, code).toBe(detail);
}

/**
 * The English of an error body: what most tests compare. That its codes and params say the same by the catalogue is checked here, for every
 * refusal that a test sees.
 */
export function englishOf(body: unknown): unknown {
  if (!isRecord(body)) return body;
  if ('detail' in body) {
    mustSay(body as unknown as Sentence);
    const { params: _, ...rest } = body;
    return rest;
  }
  const { codes, ...fields } = body as { readonly codes: Readonly<Record<string, readonly Omit<Sentence, 'detail'>[]>> };
  expect(Object.keys(codes)).toEqual(Object.keys(fields));
  for (const [field, texts] of Object.entries(fields as Readonly<Record<string, readonly string[]>>)) {
    expect(codes[field]).toHaveLength(texts.length);
    for (const [at, detail] of texts.entries()) mustSay({ detail, ...(codes[field]?.[at] ?? { code: 'missing' }) });
  }
  return fields;
}
