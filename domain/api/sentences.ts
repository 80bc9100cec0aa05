/** Sentences of the catalogue in answers (`domain/sentences`). */
import * as v from 'valibot';
import type { Value } from '../sentences/sentence.ts';

export const SentenceParams = v.pipe(
  v.record(
    v.string(),
    v.custom<Value>(() => true),
  ),
  v.description('Fill the sentence: text, numbers, or sentences of the same shape. Left out where there are none'),
);

export const Sentence = v.object({
  detail: v.pipe(v.string(), v.description('The sentence in English')),
  code: v.pipe(v.string(), v.description('Names the sentence for programs and translators')),
  params: v.exactOptional(SentenceParams),
});
