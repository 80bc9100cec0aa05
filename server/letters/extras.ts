/** Mails about an extra: to those who may decide it, and, once it is decided, to the person who asked for it. They contain no prices. */
import { sql } from 'kysely';
import { decimalMarkOf, type Language } from '../../domain/languages.ts';
import type { Tx } from '../db/open.ts';
import type { MailOrder } from '../mail/queue.ts';
import type { Letter } from '../mail/transport.ts';
import { personByEmail } from '../people/persons.ts';
import { letterOf, shownName } from './letter.ts';
import type { Words } from './texts.ts';

interface About {
  readonly project: string;
  readonly row: string;
  /** The quantity with a sign and the unit. */
  readonly quantity: string;
  readonly asker: string;
  readonly reason: string;
  readonly decider: string;
  readonly decision: string;
}
interface Texts {
  readonly asked: (about: About) => Words;
  readonly decided: (about: About & { readonly isApproved: boolean }) => Words;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    asked: ({ project, row, quantity, asker, reason }) => ({
      subject: `${asker} asks for an extra in ${project}`,
      opening: `${asker} asks for ${quantity} on the row “${row}” of the project ${project}. Reason: ${reason}`,
      action: 'Decide',
      closing: 'You receive this email because you are an owner or admin of the team. Nobody can claim the extra until it is approved.',
    }),
    decided: ({ project, row, quantity, decider, decision, isApproved }) => ({
      subject: `Your extra in ${project} was ${isApproved ? 'approved' : 'refused'}`,
      opening: `${decider} has ${isApproved ? 'approved' : 'refused'} the ${quantity} you asked for on the row “${row}” of the project ${project}.${decision === '' ? '' : ` They say: ${decision}`}`,
      action: 'Open the extras',
      closing: 'You receive this email because you asked for the extra.',
    }),
  },
  lv: {
    asked: ({ project, row, quantity, asker, reason }) => ({
      subject: `${asker} lūdz papildu apjomu projektā ${project}`,
      opening: `${asker} lūdz ${quantity} projekta ${project} rindai “${row}”. Iemesls: ${reason}`,
      action: 'Izlemt',
      closing:
        'Jūs saņemat šo vēstuli, jo esat komandas īpašnieks vai administrators. Kamēr papildu apjoms nav apstiprināts, to neviens nevar uzrādīt.',
    }),
    decided: ({ project, row, quantity, decider, decision, isApproved }) => ({
      subject: `Jūsu papildu apjoms projektā ${project} ir ${isApproved ? 'apstiprināts' : 'noraidīts'}`,
      opening: `${decider} ${isApproved ? 'apstiprināja' : 'noraidīja'} ${quantity}, ko lūdzāt projekta ${project} rindai “${row}”.${decision === '' ? '' : ` Paskaidrojums: ${decision}`}`,
      action: 'Atvērt papildu apjomus',
      closing: 'Jūs saņemat šo vēstuli, jo lūdzāt šo papildu apjomu.',
    }),
  },
  de: {
    asked: ({ project, row, quantity, asker, reason }) => ({
      subject: `${asker} beantragt einen Nachtrag im Projekt ${project}`,
      opening: `${asker} beantragt ${quantity} für die Position „${row}“ des Projekts ${project}. Grund: ${reason}`,
      action: 'Entscheiden',
      closing:
        'Sie erhalten diese E-Mail, weil Sie Inhaber oder Administrator des Teams sind. Solange der Nachtrag nicht genehmigt ist, kann ihn niemand nachweisen.',
    }),
    decided: ({ project, row, quantity, decider, decision, isApproved }) => ({
      subject: `Ihr Nachtrag im Projekt ${project} wurde ${isApproved ? 'genehmigt' : 'abgelehnt'}`,
      opening: `${decider} hat Ihren Nachtrag von ${quantity} für die Position „${row}“ des Projekts ${project} ${isApproved ? 'genehmigt' : 'abgelehnt'}.${decision === '' ? '' : ` Begründung: ${decision}`}`,
      action: 'Nachträge öffnen',
      closing: 'Sie erhalten diese E-Mail, weil Sie den Nachtrag beantragt haben.',
    }),
  },
};

interface Stored {
  readonly project_id: number;
  readonly version_id: number;
  readonly project: string;
  readonly row: string;
  readonly unit: string;
  readonly quantity: string;
  readonly reason: string;
  readonly status: string;
  readonly decision: string;
  readonly asker: string;
  readonly decider: string;
  readonly is_member: boolean;
}

/** Null when the extra no longer waits, or the person has left the team. */
export async function extraLetter(
  tx: Tx,
  { kind, email, teamId, extraId }: Extract<MailOrder, { kind: 'extra_asked' | 'extra_decided' }>,
  publicUrl: string,
): Promise<Letter | null> {
  const person = await personByEmail(tx, email);
  if (person === null) return null;
  const { rows } = await sql<Stored>`
    select p.id as project_id, v.id as version_id, p.name as project, r.name as row, r.unit, trim_scale(x.quantity)::text as quantity, x.reason, x.status,
           x.decision, a.name as asker, coalesce(d.name, '') as decider,
           exists (select from members m where m.team_id = x.team_id and m.user_id = ${person.id}) as is_member
      from extras x
      join versions v on v.team_id = x.team_id and v.id = x.version_id and v.deleted_at is null
      join projects p on p.team_id = x.team_id and p.id = x.project_id and p.deleted_at is null
      join teams t on t.id = x.team_id and t.deleted_at is null
      join estimate_rows r on r.team_id = x.team_id and r.id = x.row_id
      join users a on a.id = x.asked_by left join users d on d.id = x.decided_by
     where x.team_id = ${teamId} and x.id = ${extraId}::bigint`.execute(tx);
  const [extra] = rows;
  const awaited: readonly string[] = kind === 'extra_asked' ? ['asked'] : ['approved', 'refused'];
  if (extra === undefined || !extra.is_member || !awaited.includes(extra.status)) return null;
  const { language } = person;
  const sign = extra.quantity.startsWith('-') ? '−' : '+';
  const about = {
    project: shownName(extra.project),
    row: shownName(extra.row),
    quantity: `${sign}${extra.quantity.replace('-', '').replace('.', decimalMarkOf(language))} ${shownName(extra.unit)}`.trim(),
    asker: shownName(extra.asker),
    reason: shownName(extra.reason),
    decider: shownName(extra.decider),
    decision: shownName(extra.decision),
  };
  const words =
    kind === 'extra_asked' ? TEXTS[language].asked(about) : TEXTS[language].decided({ ...about, isApproved: extra.status === 'approved' });
  return letterOf(words, language, person.email, `${publicUrl}/project/${extra.project_id}/extras/${extra.version_id}`);
}
