import type { Api } from '../../../domain/api/call.ts';
import type { CertificateSheet, Ledger, TermsMove } from '../../../domain/api/certificateShapes.ts';
import { type BetweenChosen, certificateMachine, type Issued, type ToIssue, type ToNote } from '../../machines/certificate/certificate.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { type TermsAsked, type TermsSet, termsMachine } from '../../machines/terms/terms.ts';
import type { LedgerPart, PaymentScreens, SheetOf, SheetPart, SheetShown, TermsPart } from '../../views/payments/needs.ts';
import { calling } from '../calls/calling.ts';
import { reading } from '../calls/reading.ts';
import { required } from '../calls/required.ts';

const betweenOf = ({ kind, amount }: BetweenChosen) => ({ kind, ...(amount !== null && { amount }) });

/** Issues certificates, takes them back and notes that they are paid. Releases and advances belong to a version. */
const certificateOf = (api: Api, versionId: () => number) =>
  certificateMachine.provide({
    actors: {
      preview: calling<CertificateSheet, { chosen: BetweenChosen | null }>(({ input, signal }) =>
        api(
          'POST /versions/:id/certificates/preview/',
          { params: { id: versionId() }, body: betweenOf(required(input.chosen)) },
          { signal },
        ),
      ),
      issue: calling<CertificateSheet, ToIssue>(({ input: { sheet, chosen, number, date }, signal }) => {
        const { act, due } = required(sheet);
        const named = { number, date, due };
        return chosen === null
          ? api('POST /acts/:id/certificate/', { params: { id: required(act).id }, body: named }, { signal })
          : api('POST /versions/:id/certificates/', { params: { id: versionId() }, body: { ...betweenOf(chosen), ...named } }, { signal });
      }),
      takeBack: calling<void, { certificate: Issued | null }>(async ({ input, signal }) => {
        await api('DELETE /certificates/:id/', { params: { id: required(input.certificate?.id) } }, { signal });
      }),
      note: calling<CertificateSheet, ToNote>(({ input: { certificate, paid }, signal }) =>
        api(
          'PUT /certificates/:id/paid/',
          { params: { id: required(certificate?.id) }, body: { paid, expected: certificate?.paid ?? null } },
          { signal },
        ),
      ),
    },
  });

function ledgerOf(api: Api, settled: Api, versionId: number): LedgerPart {
  const ledger = new ValueStore<Ledger>();
  const params = { id: versionId };
  return {
    ledger,
    reading: reading(async (signal) => ledger.set(await api('GET /versions/:id/certificates/', { params }, { signal }))),
    certificate: certificateOf(settled, () => versionId),
  };
}

const readSheet = (api: Api, of: SheetOf, signal: AbortSignal): Promise<CertificateSheet> =>
  'act' in of
    ? api('GET /acts/:id/certificate/', { params: { id: of.act } }, { signal })
    : api('GET /certificates/:id/', { params: { id: of.certificate } }, { signal });

function sheetOf(api: Api, settled: Api, of: SheetOf): SheetPart {
  const shown = new ValueStore<SheetShown>();
  return {
    shown,
    reading: reading(async (signal) => {
      const sheet = await readSheet(api, of, signal);
      const project = await api('GET /projects/:id/', { params: { id: sheet.project.id } }, { signal });
      shown.set({ sheet, project });
    }),
    certificate: certificateOf(settled, () => required(shown.get()).sheet.version.id),
  };
}

function termsOf(api: Api, settled: Api, projectId: number): TermsPart {
  const terms: TermsPart['terms'] = new ValueStore();
  const params = { id: projectId };
  return {
    terms,
    reading: reading(async (signal) => terms.set(await api('GET /projects/:id/terms/', { params }, { signal }))),
    machine: termsMachine.provide({
      actors: {
        preview: calling<readonly TermsMove[], TermsAsked>(
          async ({ input, signal }) =>
            (await settled('POST /projects/:id/terms/preview/', { params, body: input.terms }, { signal })).moves,
        ),
        set: calling<void, TermsSet>(async ({ input: { terms: body, expected }, signal }) => {
          await settled('PUT /projects/:id/terms/', { params, body: { ...body, expected } }, { signal });
        }),
      },
    }),
  };
}

/** The payments of a project: what its certificates come to, and each of them. `settled` makes its calls once all edits are saved. */
export const paymentsOf = (api: Api, settled: Api): PaymentScreens => ({
  ledger: (versionId) => ledgerOf(api, settled, versionId),
  sheet: (of) => sheetOf(api, settled, of),
  terms: (projectId) => termsOf(api, settled, projectId),
});
