/**
 * A sentence for people as data: the server and the rules in `domain/` give its code, each screen translates it. The files beside this one are the
 * catalogue: each code once, with its English.
 */
import { withThousands } from '../thousands.ts';

/** Fills a placeholder of a sentence. A sentence used as a value is translated first. */
export type Value = string | number | Sentence;
export type Params = Readonly<Record<string, Value>>;

/** `code` names it for programs and translators, `params` fill it, `detail` is the English. */
export interface Sentence<Code extends string = string> {
  readonly detail: string;
  readonly code: Code;
  /** Absent where the sentence has no placeholders. */
  readonly params?: Params;
}

type NameIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;
type Given<Template extends string> = [NameIn<Template>] extends [never] ? [] : [params: Readonly<Record<NameIn<Template>, Value>>];

/** An entry of the catalogue. Called with params, it makes the sentence. */
export interface CatalogueEntry<Code extends string = string, Template extends string = string> {
  (...given: Given<Template>): Sentence<Code>;
  readonly code: Code;
  readonly template: Template;
  /** The form for a `count` of one; null where the sentence has no count. */
  readonly singular: string | null;
}

const isSentence = (value: Value | undefined): value is Sentence => typeof value === 'object';
const LARGE = 10_000;

/** A value as text; sentences go through `textOf`. */
export function valueText(value: Value | undefined, textOf: (sentence: Sentence) => string): string {
  if (isSentence(value)) return textOf(value);
  return typeof value === 'number' && value >= LARGE ? withThousands(String(value)) : String(value ?? '');
}

/** Defines a sentence: `{name}` in the template is a placeholder, and a sentence with a `{count}` has another form for a count of one. */
/* @__NO_SIDE_EFFECTS__ */
export function sentence<Code extends string, Template extends string>(
  code: Code,
  template: Template,
  singular: string | null = null,
): CatalogueEntry<Code, Template> {
  const say = (params?: Params): Sentence<Code> => {
    const form = singular !== null && params?.count === 1 ? singular : template;
    const detail = form.replace(/\{(\w+)\}/g, (_, name: string) => valueText(params?.[name], (inner) => inner.detail));
    return { detail, code, ...(params !== undefined && { params }) };
  };
  return Object.assign(say as (...given: Given<Template>) => Sentence<Code>, { code, template, singular });
}

/** A sentence about a cell, whose English travels as `description`. */
export interface Described {
  readonly description: string;
  readonly code: string;
  readonly params?: Params;
}
export const described = ({ detail, ...coded }: Sentence): Described => ({ description: detail, ...coded });
export const sentenceOfCell = ({ description, code, params }: Described): Sentence => ({
  detail: description,
  code,
  ...(params !== undefined && { params }),
});
