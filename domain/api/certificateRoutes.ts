/** The calls about terms and certificates. */
import * as v from 'valibot';
import * as c from './certificateShapes.ts';
import { Day } from './days.ts';
import type { Endpoints } from './endpoint.ts';
import * as f from './fields.ts';
import { Id } from './scalars.ts';

const id = v.object({ id: f.IdParameter });
const issuing = {
  number: v.optional(f.titleOf(20)),
  date: v.pipe(v.optional(Day), v.description('Today where it is left out; no day before that of the certificate before')),
};
/** The figure the person saw: nothing is issued if it has changed. */
const due = v.pipe(f.SignedMoney, v.description('What was shown as due; 409 with the sheet as it is when it has moved'));
const payment = v.nullable(v.object({ on: Day, amount: f.SignedMoney }));
/** A certificate between acts. */
const between = v.object({
  kind: v.picklist(['release', 'advance']),
  amount: v.pipe(v.optional(f.Sum), v.description('What is released: at most what is kept back. An advance is that of the terms')),
  ...issuing,
});

export const certificateRoutes = {
  'GET /projects/:id/terms/': {
    who: 'member',
    does: 'reads',
    needsPrices: true,
    params: id,
    answer: v.object({ ...c.ProjectTerms.entries, earlier: v.array(c.ProjectTerms) }),
  },
  'POST /projects/:id/terms/preview/': {
    who: 'member',
    does: 'reads',
    needsPrices: true,
    isRepeatable: true,
    params: id,
    body: c.TermsFields,
    answer: v.object({ moves: v.array(c.TermsMove) }),
  },
  'PUT /projects/:id/terms/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    permission: 'manageContract',
    permissionIn: 'project',
    params: id,
    body: v.object({
      ...c.TermsFields.entries,
      expected: v.pipe(
        v.nullable(Id),
        v.description('The terms they replace, null for none; 409 with those there are when others came between'),
      ),
    }),
    answer: c.ProjectTerms,
  },
  'GET /versions/:id/certificates/': { who: 'member', does: 'reads', needsPrices: true, params: id, answer: c.Ledger },
  'GET /acts/:id/certificate/': { who: 'member', does: 'reads', needsPrices: true, params: id, answer: c.CertificateSheet },
  'GET /certificates/:id/': { who: 'member', does: 'reads', needsPrices: true, params: id, answer: c.CertificateSheet },
  'POST /acts/:id/certificate/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    needsProof: true,
    status: 201,
    params: id,
    body: v.object({ ...issuing, due }),
    answer: c.CertificateSheet,
  },
  'POST /versions/:id/certificates/preview/': {
    byToken: 'never',
    who: 'member',
    does: 'reads',
    needsPrices: true,
    isRepeatable: true,
    params: id,
    body: between,
    answer: c.CertificateSheet,
  },
  'POST /versions/:id/certificates/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    needsProof: true,
    status: 201,
    params: id,
    body: v.object({ ...between.entries, due }),
    answer: c.CertificateSheet,
  },
  'PUT /certificates/:id/paid/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    params: id,
    body: v.object({
      paid: payment,
      expected: v.pipe(
        v.optional(payment),
        v.description(
          'What it replaces, null for nothing; 409 with the sheet as it is when something else is noted. Not checked where left out',
        ),
      ),
    }),
    answer: c.CertificateSheet,
  },
  'DELETE /certificates/:id/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    needsProof: true,
    permission: 'manageContract',
    permissionIn: 'project',
    params: id,
    answer: f.Done,
  },
} as const satisfies Endpoints;
