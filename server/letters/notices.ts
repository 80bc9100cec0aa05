/** Mails that tell a person what happened to their account. */
import type { Language } from '../../domain/languages.ts';
import type { Words } from './texts.ts';

interface Noticed {
  readonly kind: string;
  readonly about: string;
  readonly address: string;
  readonly device: string;
  readonly at: Date;
}
const KINDS = [
  'sign_in',
  'password_changed',
  'password_recovered',
  'factor_added',
  'factor_removed',
  'token_made',
  'address_asked',
  'address_changed',
] as const;
type Kind = (typeof KINDS)[number];

interface Texts {
  readonly subjects: Readonly<Record<Kind, string>>;
  /** The first sentence; the name of the factor or the token, or the new address, follows where there is one. */
  readonly happened: Readonly<Record<Kind, (about: string) => string>>;
  readonly where: (details: { readonly when: string; readonly device: string; readonly address: string }) => string;
  readonly unknownDevice: string;
  readonly wasYou: string;
  /** Replaces `wasYou` in mails about the account's address. */
  readonly addressBack: string;
  readonly action: string;
  readonly closing: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    subjects: {
      sign_in: 'A new device has logged in to Actum',
      password_changed: 'Your Actum password was changed',
      password_recovered: 'Your Actum password was changed',
      factor_added: 'A way to log in was added to your Actum account',
      factor_removed: 'A way to log in was removed from your Actum account',
      token_made: 'An API token was created for your Actum account',
      address_asked: 'A new address was requested for your Actum account',
      address_changed: 'The address of your Actum account was changed',
    },
    happened: {
      sign_in: () => 'Someone logged in to your Actum account from a new device or network.',
      password_changed: () => 'The password of your Actum account was changed.',
      password_recovered: () => 'A new password for your Actum account was chosen through an emailed link.',
      factor_added: (about) => `A way to log in was added to your Actum account: ${about}.`,
      factor_removed: (about) => `A way to log in was removed from your Actum account: ${about}.`,
      token_made: (about) => `An API token was created for your Actum account: ${about}.`,
      address_asked: (about) =>
        `Someone logged in to your Actum account asked to change its email address to ${about}. The change takes effect when the link we sent there is used.`,
      address_changed: (about) => `The email address of your Actum account was changed to ${about}.`,
    },
    where: ({ when, device, address }) => `When: ${when}. Device: ${device}. Address: ${address}.`,
    unknownDevice: 'unknown',
    wasYou:
      'If it was you, there is nothing to do. If it was not, open this link: it ends every session and lets you choose a new password.',
    addressBack:
      'If it was you, there is nothing to do. If it was not, open this link: it keeps or restores this address for the account, ends every session and lets you choose a new password.',
    action: 'This was not me',
    closing: 'The link works once and for 7 days.',
  },
  lv: {
    subjects: {
      sign_in: 'Actum: pieteikšanās no jaunas ierīces',
      password_changed: 'Jūsu Actum parole ir mainīta',
      password_recovered: 'Jūsu Actum parole ir mainīta',
      factor_added: 'Jūsu Actum kontam ir pievienots pieteikšanās veids',
      factor_removed: 'No jūsu Actum konta ir noņemts pieteikšanās veids',
      token_made: 'Jūsu Actum kontam ir izveidots API marķieris',
      address_asked: 'Jūsu Actum kontam ir pieprasīta jauna adrese',
      address_changed: 'Jūsu Actum konta adrese ir mainīta',
    },
    happened: {
      sign_in: () => 'Jūsu Actum kontā kāds ir pieteicies no jaunas ierīces vai jauna tīkla.',
      password_changed: () => 'Jūsu Actum konta parole ir mainīta.',
      password_recovered: () => 'Jūsu Actum kontam ar e-pastā nosūtītu saiti ir izvēlēta jauna parole.',
      factor_added: (about) => `Jūsu Actum kontam ir pievienots pieteikšanās veids: ${about}.`,
      factor_removed: (about) => `No jūsu Actum konta ir noņemts pieteikšanās veids: ${about}.`,
      token_made: (about) => `Jūsu Actum kontam ir izveidots API marķieris: ${about}.`,
      address_asked: (about) =>
        `Kāds, kas ir pieteicies jūsu Actum kontā, ir pieprasījis citu e-pasta adresi: ${about}. Tā tiks mainīta, kad tiks izmantota uz turieni nosūtītā saite.`,
      address_changed: (about) => `Jūsu Actum konta e-pasta adrese ir mainīta uz ${about}.`,
    },
    where: ({ when, device, address }) => `Kad: ${when}. Ierīce: ${device}. Adrese: ${address}.`,
    unknownDevice: 'nezināma',
    wasYou: 'Ja tas bijāt jūs, nekas nav jādara. Ja ne, atveriet šo saiti: tā izbeidz visas sesijas un ļauj izvēlēties jaunu paroli.',
    addressBack:
      'Ja tas bijāt jūs, nekas nav jādara. Ja ne, atveriet šo saiti: tā kontam saglabā vai atjauno šo adresi, izbeidz visas sesijas un ļauj izvēlēties jaunu paroli.',
    action: 'Tas nebiju es',
    closing: 'Saite darbojas vienu reizi, 7 dienas.',
  },
  de: {
    subjects: {
      sign_in: 'Anmeldung bei Actum von einem neuen Gerät',
      password_changed: 'Ihr Actum-Passwort wurde geändert',
      password_recovered: 'Ihr Actum-Passwort wurde geändert',
      factor_added: 'Ihrem Actum-Konto wurde eine Anmeldeart hinzugefügt',
      factor_removed: 'Von Ihrem Actum-Konto wurde eine Anmeldeart entfernt',
      token_made: 'Für Ihr Actum-Konto wurde ein API-Token erstellt',
      address_asked: 'Für Ihr Actum-Konto wurde eine neue Adresse angefragt',
      address_changed: 'Die Adresse Ihres Actum-Kontos wurde geändert',
    },
    happened: {
      sign_in: () => 'Bei Ihrem Actum-Konto hat sich jemand von einem neuen Gerät oder aus einem neuen Netz angemeldet.',
      password_changed: () => 'Das Passwort Ihres Actum-Kontos wurde geändert.',
      password_recovered: () => 'Für Ihr Actum-Konto wurde über einen Link per E-Mail ein neues Passwort gewählt.',
      factor_added: (about) => `Ihrem Actum-Konto wurde eine Anmeldeart hinzugefügt: ${about}.`,
      factor_removed: (about) => `Von Ihrem Actum-Konto wurde eine Anmeldeart entfernt: ${about}.`,
      token_made: (about) => `Für Ihr Actum-Konto wurde ein API-Token erstellt: ${about}.`,
      address_asked: (about) =>
        `Jemand, der bei Ihrem Actum-Konto angemeldet ist, möchte eine andere E-Mail-Adresse: ${about}. Sie wird geändert, wenn der Link benutzt wird, den wir dorthin geschickt haben.`,
      address_changed: (about) => `Die E-Mail-Adresse Ihres Actum-Kontos wurde in ${about} geändert.`,
    },
    where: ({ when, device, address }) => `Wann: ${when}. Gerät: ${device}. Adresse: ${address}.`,
    unknownDevice: 'unbekannt',
    wasYou:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, öffnen Sie diesen Link: Er beendet alle Sitzungen und lässt Sie ein neues Passwort wählen.',
    addressBack:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, öffnen Sie diesen Link: Er behält diese Adresse für das Konto bei oder stellt sie wieder her, beendet alle Sitzungen und lässt Sie ein neues Passwort wählen.',
    action: 'Das war ich nicht',
    closing: 'Der Link gilt einmal und 7 Tage lang.',
  },
};

const isKind = (kind: string): kind is Kind => KINDS.some((known) => known === kind);

const isOfAddress = (kind: Kind): boolean => kind === 'address_asked' || kind === 'address_changed';

/** The words of such a mail; null for an entry that is not mailed to anybody. */
export function noticeOf(language: Language, { kind, about, address, device, at }: Noticed): Words | null {
  // A connected company counts as an added factor, because it is another way to log in.
  const worded = kind === 'company_connected' ? 'factor_added' : kind;
  if (!isKind(worded)) return null;
  const { subjects, happened, where, unknownDevice, wasYou, addressBack, action, closing } = TEXTS[language];
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at);
  const whenAndWhere = where({ when: `${moment} UTC`, device: device === '' ? unknownDevice : device, address });
  return {
    subject: subjects[worded],
    opening: `${happened[worded](about)} ${whenAndWhere} ${isOfAddress(worded) ? addressBack : wasYou}`,
    action,
    closing,
  };
}
