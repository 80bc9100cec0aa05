import { use, useMemo } from 'react';
import type { Client, Company, Parties } from '../../../domain/api/parties.ts';
import { m } from '../../messages/messages.ts';
import { useReading, useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import styles from './paper.module.css';
import { contractLine } from './parties.ts';

export function CompanyBlock({ company: { name, address, registration, logo } }: { readonly company: Company }) {
  return (
    <div className={styles.company}>
      {logo !== null && <img src={logo} alt={m.paper_logo({ name })} className={styles.logo} />}
      <div>
        <b>{name}</b>
        {address !== '' && <p className={styles.lines}>{address}</p>}
        {registration !== '' && <p>{m.paper_registration({ number: registration })}</p>}
      </div>
    </div>
  );
}

/** Empty fields of the client leave a line to write on. */
export function ClientBlock({ client }: { readonly client: Client }) {
  const contract = contractLine(client);
  return (
    <div className={styles.client}>
      <span className={styles.role}>{m.export_client()}</span>
      {client.name === '' ? <p className={styles.blank} /> : <b>{client.name}</b>}
      {client.address !== '' && <p className={styles.lines}>{client.address}</p>}
      {client.registration !== '' && <p>{m.paper_registration({ number: client.registration })}</p>}
      {contract !== null && <p>{contract}</p>}
    </div>
  );
}

interface PaperHeadProps {
  readonly parties: Parties;
  readonly title: string;
  readonly project: string;
  /** Further facts that identify it, such as its day, status or version. */
  readonly facts: readonly string[];
}

/** The head of the first page: the parties, and the document's name and facts. */
function PaperHead({ parties, title, project, facts }: PaperHeadProps) {
  return (
    <div className={styles.head} data-paper="head">
      <div className={styles.parties}>
        <CompanyBlock company={parties.company} />
        <ClientBlock client={parties.client} />
      </div>
      <p className={styles.title}>{title}</p>
      <p className={styles.facts}>{[project, ...facts].join(' · ')}</p>
    </div>
  );
}

/** The lines to sign on, after the last row. */
export function Signatures({ company, client }: { readonly company: string; readonly client: string }) {
  return (
    <div className={styles.signatures} aria-hidden="true">
      {[
        [m.export_contractor(), company],
        [m.export_client(), client],
      ].map(([role, name]) => (
        <div key={role} className={styles.signature}>
          <p>
            <span className={styles.role}>{role}</span> <b>{name}</b>
          </p>
          <p className={styles.line}>{m.export_signature()}</p>
          <p className={styles.line}>{m.export_date()}</p>
        </div>
      ))}
    </div>
  );
}

type OnPaper = Omit<PaperHeadProps, 'parties'>;
/** The head of a page when its parties are known already. */
export const KnownPaperHead = PaperHead;

function usePaper(projectId: number): Parties | null {
  const paper = use(useScreens().paper());
  const part = useMemo(() => paper.parties(projectId), [paper, projectId]);
  useReading(part.reading);
  return useStored(part.parties);
}
const NOBODY: Client = { name: '', address: '', registration: '', contract_number: '', contract_date: null };
const unread = (name: string): Parties => ({ company: { name, address: '', registration: '', logo: null }, client: NOBODY });

interface ProjectPaperProps extends OnPaper {
  readonly projectId: number;
  readonly teamName: string;
}
/** The head of a page of a project. Until the parties are loaded, the team's name replaces the company's. */
export function ProjectPaperHead({ projectId, teamName, ...of }: ProjectPaperProps) {
  return <PaperHead {...of} parties={usePaper(projectId) ?? unread(teamName)} />;
}
export function ProjectSignatures({ projectId, teamName }: Pick<ProjectPaperProps, 'projectId' | 'teamName'>) {
  const { company, client } = usePaper(projectId) ?? unread(teamName);
  return <Signatures company={company.name} client={client.name} />;
}
