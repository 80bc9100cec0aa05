import type { Language } from '../../domain/languages.ts';

/** The words of a mail around its one link. */
export interface Words {
  readonly subject: string;
  readonly opening: string;
  /** Label of the link's button. */
  readonly action: string;
  readonly closing: string;
}
interface Texts {
  readonly confirmation: (about: { readonly name: string }) => Words;
  /** For an address that was registered several times: the reader of its mail chooses the password. */
  readonly confirmationByChoice: (about: { readonly name: string }) => Words;
  readonly recovery: Words;
  /** For the owner of an account that a company's sign-in would open from now on. */
  readonly company: Words;
  readonly invitation: (about: { readonly team: string; readonly inviter: string }) => Words;
}

/** Every mail in every language: a missing one does not compile. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    confirmation: ({ name }) => ({
      subject: 'Confirm your email for Actum',
      opening: `Welcome to Actum. This address was registered under the name ${name}. Open this link to confirm your email address, then log in:`,
      action: 'Confirm email',
      closing: 'The link works for 7 days. If you did not register, ignore this email: nothing will happen.',
    }),
    confirmationByChoice: ({ name }) => ({
      subject: 'Confirm your email for Actum',
      opening: `Welcome to Actum. This address was registered more than once, last under the name ${name}. Open this link to confirm your email address and choose the password for it:`,
      action: 'Choose a password',
      closing: 'The link works for 7 days. If you did not register, ignore this email: nothing will happen.',
    }),
    recovery: {
      subject: 'A new password for Actum',
      opening: 'Someone asked for a new password for your Actum account. Open this link to choose it:',
      action: 'Choose a new password',
      closing: 'The link works once and for one hour. If it was not you, ignore this email: your password stays as it is.',
    },
    company: {
      subject: 'Connect your Actum account',
      opening:
        'Someone logged in through your company and asks to open your Actum account that way from now on. If it was you, open this link in the same browser:',
      action: 'Connect the account',
      closing: 'The link works once and for one hour. If it was not you, ignore this email: nothing will happen.',
    },
    invitation: ({ team, inviter }) => ({
      subject: `Join ${team} on Actum`,
      opening: `${inviter} invites you to work on cost estimates and acts of completed work in the team ${team}. Open this link to join:`,
      action: 'Join the team',
      closing: 'The link works for 7 days. If you do not know the sender, ignore this email.',
    }),
  },
  lv: {
    confirmation: ({ name }) => ({
      subject: 'Apstipriniet savu e-pastu sistēmā Actum',
      opening: `Laipni lūdzam Actum! Šī adrese ir reģistrēta ar vārdu ${name}. Atveriet šo saiti, lai apstiprinātu savu e-pasta adresi, un pēc tam piesakieties:`,
      action: 'Apstiprināt e-pastu',
      closing: 'Saite darbojas 7 dienas. Ja nereģistrējāties, neņemiet šo vēstuli vērā: nekas nenotiks.',
    }),
    confirmationByChoice: ({ name }) => ({
      subject: 'Apstipriniet savu e-pastu sistēmā Actum',
      opening: `Laipni lūdzam Actum! Šī adrese ir reģistrēta vairākas reizes, pēdējoreiz ar vārdu ${name}. Atveriet šo saiti, lai apstiprinātu savu e-pasta adresi un izvēlētos paroli:`,
      action: 'Izvēlēties paroli',
      closing: 'Saite darbojas 7 dienas. Ja nereģistrējāties, neņemiet šo vēstuli vērā: nekas nenotiks.',
    }),
    recovery: {
      subject: 'Jauna parole sistēmai Actum',
      opening: 'Jūsu Actum kontam ir pieprasīta jauna parole. Atveriet šo saiti, lai to izvēlētos:',
      action: 'Izvēlēties jaunu paroli',
      closing: 'Saite darbojas vienu reizi, vienas stundas laikā. Ja to neprasījāt jūs, neņemiet šo vēstuli vērā: parole nemainīsies.',
    },
    company: {
      subject: 'Savienojiet savu Actum kontu',
      opening:
        'Kāds ir pieteicies ar jūsu uzņēmuma kontu un vēlas turpmāk tā pieteikties jūsu Actum kontā. Ja tas bijāt jūs, atveriet šo saiti tajā pašā pārlūkā:',
      action: 'Savienot kontu',
      closing: 'Saite darbojas vienu reizi, vienas stundas laikā. Ja tas nebijāt jūs, neņemiet šo vēstuli vērā: nekas nenotiks.',
    },
    invitation: ({ team, inviter }) => ({
      subject: `Pievienojieties komandai “${team}” sistēmā Actum`,
      opening: `${inviter} aicina jūs strādāt ar tāmēm un izpildīto darbu aktiem komandā “${team}”. Atveriet šo saiti, lai pievienotos:`,
      action: 'Pievienoties komandai',
      closing: 'Saite darbojas 7 dienas. Ja nepazīstat sūtītāju, neņemiet šo vēstuli vērā.',
    }),
  },
  de: {
    confirmation: ({ name }) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Actum',
      opening: `Willkommen bei Actum. Diese Adresse wurde unter dem Namen ${name} registriert. Öffnen Sie diesen Link, um Ihre E-Mail-Adresse zu bestätigen, und melden Sie sich dann an:`,
      action: 'E-Mail-Adresse bestätigen',
      closing: 'Der Link gilt 7 Tage. Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail: Es geschieht nichts.',
    }),
    confirmationByChoice: ({ name }) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Actum',
      opening: `Willkommen bei Actum. Diese Adresse wurde mehrmals registriert, zuletzt unter dem Namen ${name}. Öffnen Sie diesen Link, um Ihre E-Mail-Adresse zu bestätigen und das Passwort zu wählen:`,
      action: 'Passwort wählen',
      closing: 'Der Link gilt 7 Tage. Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail: Es geschieht nichts.',
    }),
    recovery: {
      subject: 'Ein neues Passwort für Actum',
      opening: 'Für Ihr Actum-Konto wurde ein neues Passwort angefordert. Öffnen Sie diesen Link, um es zu wählen:',
      action: 'Neues Passwort wählen',
      closing:
        'Der Link gilt einmal und nur eine Stunde lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    },
    company: {
      subject: 'Verbinden Sie Ihr Actum-Konto',
      opening:
        'Jemand hat sich über Ihr Unternehmen angemeldet und möchte Ihr Actum-Konto künftig so öffnen. Wenn Sie das waren, öffnen Sie diesen Link im selben Browser:',
      action: 'Konto verbinden',
      closing: 'Der Link gilt einmal und nur eine Stunde lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es geschieht nichts.',
    },
    invitation: ({ team, inviter }) => ({
      subject: `Einladung in das Team „${team}“ bei Actum`,
      opening: `${inviter} lädt Sie ein, im Team „${team}“ an Kalkulationen und Leistungsnachweisen zu arbeiten. Öffnen Sie diesen Link, um beizutreten:`,
      action: 'Dem Team beitreten',
      closing: 'Der Link gilt 7 Tage. Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.',
    }),
  },
};
