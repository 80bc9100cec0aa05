/** Mails about a new address of an account: to that address, and to the one before. */
import type { Language } from '../../domain/languages.ts';
import type { Tx } from '../db/open.ts';
import type { MailOrder } from '../mail/queue.ts';
import type { Letter } from '../mail/transport.ts';
import { type AddressChange, changeOf } from '../people/addresses.ts';
import { makePersonLink } from '../people/links.ts';
import { languageOf, personByEmail } from '../people/persons.ts';
import { letterOf, shownName } from './letter.ts';
import { noticeOf } from './notices.ts';
import type { Words } from './texts.ts';

interface Texts {
  readonly confirm: (about: { readonly name: string }) => Words;
  /** For the owner of the account that has the address. */
  readonly taken: Words;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    confirm: ({ name }) => ({
      subject: 'Your new address for Actum',
      opening: `The Actum account of ${name} is about to get this address. Open this link, log in with the account’s current address, and press the button:`,
      action: 'Use this address',
      closing: 'The link works once and for 7 days. If this is not your account, ignore this email: nothing will happen.',
    }),
    taken: {
      subject: 'Your address was given for another Actum account',
      opening: 'Someone gave this address as the new one for their Actum account. Your account already has it, so nothing was changed:',
      action: 'Open Actum',
      closing: 'There is nothing to do. If it was you, log in here with this address.',
    },
  },
  lv: {
    confirm: ({ name }) => ({
      subject: 'Jūsu jaunā adrese sistēmā Actum',
      opening: `Šī adrese turpmāk būs Actum kontam (${name}). Atveriet šo saiti, piesakieties ar līdzšinējo konta adresi un nospiediet pogu:`,
      action: 'Lietot šo adresi',
      closing: 'Saite darbojas vienu reizi, 7 dienas. Ja tas nav jūsu konts, neņemiet šo vēstuli vērā: nekas nenotiks.',
    }),
    taken: {
      subject: 'Jūsu adrese ir norādīta citam Actum kontam',
      opening: 'Kāds ir norādījis šo adresi kā sava Actum konta jauno adresi. Tā ir jūsu konta adrese, tāpēc nekas nav mainīts:',
      action: 'Atvērt Actum',
      closing: 'Nekas nav jādara. Ja tas bijāt jūs, piesakieties šeit ar šo adresi.',
    },
  },
  de: {
    confirm: ({ name }) => ({
      subject: 'Ihre neue Adresse für Actum',
      opening: `Das Actum-Konto von ${name} soll künftig diese Adresse haben. Öffnen Sie diesen Link, melden Sie sich mit der bisherigen Adresse des Kontos an und drücken Sie die Schaltfläche:`,
      action: 'Diese Adresse verwenden',
      closing: 'Der Link gilt einmal und 7 Tage lang. Wenn das nicht Ihr Konto ist, ignorieren Sie diese E-Mail: Es geschieht nichts.',
    }),
    taken: {
      subject: 'Ihre Adresse wurde für ein anderes Actum-Konto angegeben',
      opening:
        'Jemand hat diese Adresse als neue Adresse seines Actum-Kontos angegeben. Es ist die Adresse Ihres Kontos, darum wurde nichts geändert:',
      action: 'Actum öffnen',
      closing: 'Es ist nichts zu tun. Wenn Sie das waren, melden Sie sich hier mit dieser Adresse an.',
    },
  },
};

type AddressOrder = Extract<MailOrder, { kind: 'address' | 'address_asked' | 'address_changed' }>;

/**
 * Null when the mail is no longer wanted: another address was asked for, or the change was made before the mail about its request was sent.
 */
export async function addressLetter(tx: Tx, { kind, email, changeId }: AddressOrder, publicUrl: string): Promise<Letter | null> {
  const change = await changeOf(tx, changeId);
  if (change === null) return null;
  const person = await tx.selectFrom('users').select(['name', 'language']).where('id', '=', change.user_id).executeTakeFirstOrThrow();
  const own = { name: person.name, language: languageOf(person.language) };
  if (kind === 'address') return newAddressLetter(tx, change, own, publicUrl);
  const isChanged = change.changed_at !== null;
  if (isChanged !== (kind === 'address_changed')) return null;
  const details = { about: change.becomes, address: change.network, device: change.device, at: change.changed_at ?? change.asked_at };
  const words = noticeOf(own.language, { kind, ...details });
  if (words === null) return null;
  const secret = await makePersonLink(tx, 'address_back', change.user_id, change.id);
  return letterOf(words, own.language, email, `${publicUrl}/not-me/${secret}`);
}

interface Own {
  readonly name: string;
  readonly language: Language;
}

/** Tells an address that already has an account so, because the person who asked is not told. */
async function newAddressLetter(tx: Tx, change: AddressChange, { name, language }: Own, publicUrl: string): Promise<Letter | null> {
  if (change.changed_at !== null || change.ended_at !== null) return null;
  const holder = await personByEmail(tx, change.becomes);
  if (holder !== null && holder.id !== change.user_id)
    return letterOf(TEXTS[holder.language].taken, holder.language, holder.email, `${publicUrl}/`);
  const secret = await makePersonLink(tx, 'address', change.user_id, change.id);
  return letterOf(TEXTS[language].confirm({ name: shownName(name) }), language, change.becomes, `${publicUrl}/change-email/${secret}`);
}
