/** The contractor and the client of a contract, as prints and public acts name them. */
import * as v from 'valibot';
import { logoProblem } from '../logo.ts';
import { logoNotPicture } from '../sentences/logos.ts';
import { ruleText } from '../sentences/rules.ts';
import { Day } from './days.ts';
import { OptionalTitle, PostalAddress } from './fields.ts';
import { CalendarDate, Nullable } from './scalars.ts';

export const Company = v.object({
  name: v.string(),
  address: v.string(),
  registration: v.string(),
  logo: v.pipe(Nullable(v.string()), v.description('A PNG or JPEG as a data: address')),
});
export const Client = v.object({
  name: v.string(),
  address: v.string(),
  registration: v.string(),
  contract_number: v.string(),
  contract_date: Nullable(CalendarDate),
});
export const Parties = v.object({ company: Company, client: Client });

const Logo = v.pipe(
  v.string(ruleText(logoNotPicture())),
  v.check(
    (text) => logoProblem(text) === null,
    (issue) => ruleText(logoProblem(issue.input) ?? logoNotPicture()),
  ),
  v.description('A PNG or JPEG of at most 100 kB, in base64'),
);
/** A team's details as a company; absent fields stay as they are. */
export const CompanyFields = v.object({
  address: v.optional(PostalAddress),
  registration: v.optional(OptionalTitle),
  logo: v.optional(v.nullable(Logo)),
});
export const ClientFields = v.object({
  name: v.optional(OptionalTitle),
  address: v.optional(PostalAddress),
  registration: v.optional(OptionalTitle),
  contract_number: v.optional(OptionalTitle),
  contract_date: v.optional(v.nullable(Day)),
});

export type Company = v.InferOutput<typeof Company>;
export type Client = v.InferOutput<typeof Client>;
export type Parties = v.InferOutput<typeof Parties>;
