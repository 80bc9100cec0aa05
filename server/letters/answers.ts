/** Mails about the client's answer to an act. */
import type { Language } from '../../domain/languages.ts';
import type { Words } from './texts.ts';

interface Answered {
  readonly project: string;
  readonly number: string;
  readonly client: string;
  /** The sums with taxes and the currency; null for a member who sees no prices. */
  readonly sums: { readonly claimed: string; readonly certified: string } | null;
  /** The number of rows certified differently. */
  readonly rows: number;
  /** The member who recorded an answer given on paper; null for an answer by link. */
  readonly recordedBy: string | null;
}
interface Withdrawn {
  readonly project: string;
  readonly number: string;
  readonly team: string;
}
interface Texts {
  readonly answered: (about: Answered) => Words;
  readonly withdrawn: (about: Withdrawn) => Words;
}

const joined = (...sentences: readonly (string | false)[]): string => sentences.filter((sentence) => sentence !== false).join(' ');

export const ANSWER_TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    answered: ({ project, number, client, sums, rows, recordedBy }) => ({
      subject: `Act ${number} of ${project} has been answered`,
      opening: joined(
        recordedBy === null
          ? `${client} answered act ${number} of the project ${project} through the link.`
          : `${recordedBy} recorded the answer that ${client} gave on paper to act ${number} of the project ${project}.`,
        sums !== null && `Claimed: ${sums.claimed}. Certified: ${sums.certified}, with taxes.`,
        rows === 0 ? 'Everything was certified as claimed.' : `Rows certified differently: ${rows}.`,
        'The act is accepted.',
      ),
      action: 'Open the act',
      closing: 'You receive this email because you are an owner or admin of the team, or created the link.',
    }),
    withdrawn: ({ project, number, team }) => ({
      subject: `Your answer to act ${number} of ${project} was withdrawn`,
      opening: `${team} has withdrawn your answer to act ${number} of the project ${project}, so the act has to be answered again. What you sent no longer counts. The link shows the act as it is now:`,
      action: 'Open the act',
      closing: 'If you do not know why, ask the sender of the link.',
    }),
  },
  lv: {
    answered: ({ project, number, client, sums, rows, recordedBy }) => ({
      subject: `Uz aktu Nr. ${number} (${project}) ir atbildēts`,
      opening: joined(
        recordedBy === null
          ? `${client} ar saiti atbildēja uz projekta ${project} aktu Nr. ${number}.`
          : `${recordedBy} ierakstīja atbildi uz projekta ${project} aktu Nr. ${number}; uz papīra to sniedza ${client}.`,
        sums !== null && `Uzrādīts: ${sums.claimed}. Apstiprināts: ${sums.certified}, ar nodokļiem.`,
        rows === 0 ? 'Viss apstiprināts, kā uzrādīts.' : `Citādi apstiprinātas rindas: ${rows}.`,
        'Akts ir pieņemts.',
      ),
      action: 'Atvērt aktu',
      closing: 'Jūs saņemat šo vēstuli, jo esat komandas īpašnieks vai administrators vai izveidojāt saiti.',
    }),
    withdrawn: ({ project, number, team }) => ({
      subject: `Jūsu atbilde uz aktu Nr. ${number} (${project}) ir atsaukta`,
      opening: `Komanda “${team}” ir atsaukusi jūsu atbildi uz projekta ${project} aktu Nr. ${number}, tāpēc uz aktu jāatbild vēlreiz. Jūsu nosūtītais vairs nav spēkā. Saite rāda, kāds akts ir tagad:`,
      action: 'Atvērt aktu',
      closing: 'Ja nezināt iemeslu, jautājiet saites sūtītājam.',
    }),
  },
  de: {
    answered: ({ project, number, client, sums, rows, recordedBy }) => ({
      subject: `Leistungsnachweis ${number} (${project}) ist beantwortet`,
      opening: joined(
        recordedBy === null
          ? `${client} hat Leistungsnachweis ${number} des Projekts ${project} über den Link beantwortet.`
          : `${recordedBy} hat die Antwort erfasst, die ${client} auf Papier zu Leistungsnachweis ${number} des Projekts ${project} gegeben hat.`,
        sums !== null && `Nachgewiesen: ${sums.claimed}. Anerkannt: ${sums.certified}, mit Steuern.`,
        rows === 0 ? 'Alles wurde wie nachgewiesen anerkannt.' : `Abweichend anerkannte Positionen: ${rows}.`,
        'Der Leistungsnachweis ist angenommen.',
      ),
      action: 'Leistungsnachweis öffnen',
      closing: 'Sie erhalten diese E-Mail, weil Sie Inhaber oder Administrator des Teams sind oder den Link erstellt haben.',
    }),
    withdrawn: ({ project, number, team }) => ({
      subject: `Ihre Antwort auf Leistungsnachweis ${number} (${project}) wurde zurückgezogen`,
      opening: `${team} hat Ihre Antwort auf Leistungsnachweis ${number} des Projekts ${project} zurückgezogen. Der Leistungsnachweis ist deshalb noch einmal zu beantworten; was Sie gesendet haben, gilt nicht mehr. Der Link zeigt den aktuellen Stand:`,
      action: 'Leistungsnachweis öffnen',
      closing: 'Wenn Sie den Grund nicht kennen, fragen Sie den Absender des Links.',
    }),
  },
};
