/** How the texts of settings are read. Each throws an Error whose message names the setting and says what it may be. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

type Text = string | null;

const isPort = (number: number) => Number.isInteger(number) && number >= 0 && number <= 65_535;

export function port(text: Text): number {
  const number = Number(text ?? 4180);
  if (!isPort(number)) throw new Error(`PORT must be a whole number from 0 to 65535, not "${text}"`);
  return number;
}

/** `127.0.0.1:9464`, `[::1]:9464`. */
export const hostAndPort =
  (name: string) =>
  (text: Text): { readonly host: string; readonly port: number } | null => {
    if (text === null) return null;
    const [, bracketed, plain, digits = ''] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined || !isPort(Number(digits)))
      throw new Error(`${name} must be an address and a port such as 127.0.0.1:9464, not "${text}"`);
    return { host, port: Number(digits) };
  };

export const onOff =
  (name: string) =>
  (text: Text): boolean | null => {
    if (text !== null && text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off, not "${text}"`);
    return text === null ? null : text === 'on';
  };

export const oneOf =
  <const Words extends readonly string[]>(name: string, words: Words) =>
  (text: Text): Words[number] | null => {
    if (text !== null && !words.includes(text)) throw new Error(`${name} must be ${words.join(' or ')}, not "${text}"`);
    return text;
  };

export const databaseAddress =
  (name: string) =>
  (text: Text): string | null => {
    if (text !== null && !/^postgres(ql)?:\/\//.test(text)) throw new Error(`${name} must begin with postgres:// or postgresql://`);
    return text;
  };

export const wholeNumber =
  (name: string, least: number, most: number) =>
  (text: Text): number | null => {
    if (text === null) return null;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
    return value;
  };

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST = 365 * 86_400_000;

/** Milliseconds, at least a minute and at most a year. */
export const duration =
  (name: string) =>
  (text: Text): number | null => {
    if (text === null) return null;
    const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
    const value = Number(count) * (UNITS[unit] ?? 0);
    if (value === 0 || value > LONGEST) throw new Error(`${name} must be a time such as 30m, 6h or 1d, at most 365d, not "${text}"`);
    return value;
  };

export const secretText =
  (name: string, least: number) =>
  (text: Text): string | null => {
    if (text !== null && text.length < least) throw new Error(`${name} must be at least ${least} characters long`);
    return text;
  };

export function isSmtp(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

/** A key, a host and a project's number, over http or https. */
export function isDsn(text: string): boolean {
  const dsn = URL.parse(text);
  return dsn !== null && /^https?:$/.test(dsn.protocol) && dsn.username !== '' && /\/\d+$/.test(dsn.pathname);
}

const MOST_HOPS = 20;

/** A number of proxies, or their addresses and networks; an empty value trusts none. */
export function proxies(value: Text): number | readonly string[] | null {
  if (value === null) return null;
  if (/^\d+$/.test(value) && Number(value) <= MOST_HOPS) return Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  if (!addresses.every(isNetwork))
    throw new Error(`TRUST_PROXY must be a number of proxies or their addresses such as 10.0.0.1, 192.168.0.0/16, not "${value}"`);
  return addresses;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}

export type SecretWord = Uint8Array;

export const secretWord =
  (name: string, least: number) =>
  (text: Text): SecretWord | null => {
    if (text === null) return null;
    const bytes = Buffer.from(text);
    if (bytes.length < least) throw new Error(`${name} must be at least ${least} characters long`);
    return bytes;
  };

const SECRET_MIN_BYTES = 32;

/** The given secret, or one made once and kept in the data folder, readable by its owner only. */
export function signingSecret(given: SecretWord | null, dataDir: string): SecretWord {
  if (given !== null) return given;
  const file = join(dataDir, 'jwt-secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeSecret(file);
  const kept = readFileSync(file);
  if (kept.length < SECRET_MIN_BYTES)
    throw new Error(`The signing secret in ${file} is empty or cut off. Delete the file to have a new one made: nobody is signed out`);
  return kept;
}

/** Writes the secret atomically. When two processes start at once, the first one's secret is kept. */
function makeSecret(file: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}
