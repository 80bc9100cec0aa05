/** Second factors, and what proves who a person is, as calls carry them. */
import * as v from 'valibot';
import { required } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { oneOf } from './fields.ts';
import { noLongerThan } from './longest.ts';

const given = v.pipe(v.string(ruleText(required())), v.minLength<string, 1, string>(1, ruleText(required())), noLongerThan(200));

/** One proof of who a person is. */
export const ProofGiven = oneOf({ password: given });
export type ProofGiven = v.InferOutput<typeof ProofGiven>;
