/** The tables of terms and certificates. */
import type { ColumnType, Generated } from 'kysely';
import type { CERTIFICATE_KINDS, CertificateSheet, TermsFields } from '../../domain/api/certificateShapes.ts';
import type { Decimal, MaybeMoment, Moment } from './columns.ts';

/** The part of a sheet that is frozen. */
export type KeptSheet = Omit<CertificateSheet, 'id' | 'paid' | 'blocked' | 'issued' | 'is_latest' | 'acts_after'>;

export interface PaymentTables {
  project_terms: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    terms: ColumnType<TermsFields, string, never>;
    made_at: Moment;
    made_by: number;
    withdrawn_at: MaybeMoment;
  };
  certificates: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    version_id: number;
    place: number;
    kind: (typeof CERTIFICATE_KINDS)[number];
    act_id: number | null;
    number: string;
    issued_for: ColumnType<string, string, never>;
    amount: ColumnType<string | null, string | null, never>;
    terms_id: number | null;
    work_now: Decimal;
    kept: Decimal;
    recovered: Decimal;
    due: Decimal;
    sheet: ColumnType<KeptSheet, string, never>;
    issued_at: Moment;
    issued_by: number;
    paid_on: ColumnType<string | null, string | null, string | null>;
    paid_amount: ColumnType<string | null, string | null, string | null>;
  };
}
