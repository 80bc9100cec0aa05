import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOGO_BYTES, logoProblem, logoType } from '../../domain/logo.ts';

const base64 = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString('base64');
const number = (value: number) => [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255);
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const END = [...number(0), ...letters('IEND'), ...number(0xae426082)];
const png = (width: number, height: number, more: readonly number[] = []) => [
  ...SIGNATURE,
  ...number(13),
  ...letters('IHDR'),
  ...number(width),
  ...number(height),
  8,
  2,
  0,
  0,
  0,
  ...number(0),
  ...more,
  ...END,
];
const jpeg = (width: number, height: number) => [
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1],
  ...[0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1],
  ...[0xff, 0xd9],
];

test('a PNG and a JPEG are accepted as logos, whatever type they claim', () => {
  expect([logoType(base64(png(120, 40))), logoProblem(base64(png(120, 40)))]).toEqual(['image/png', null]);
  expect([logoType(base64(jpeg(120, 40))), logoProblem(base64(jpeg(120, 40)))]).toEqual(['image/jpeg', null]);
});

test('an SVG, a page, half a picture and no picture at all are refused', () => {
  const wrong = ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', 'GIF89a'].map((text) => base64(letters(text)));
  for (const text of [...wrong, base64(png(1, 1).slice(0, -4)), base64(SIGNATURE), base64([0xff, 0xd8, 0xff]), '', 'not base64!'])
    expect([logoType(text), logoProblem(text)?.code]).toEqual([null, 'logo_not_picture']);
  expect(logoProblem(base64(png(0, 40)))?.code).toBe('logo_not_picture');
});

test('a large file and a picture that declares enormous dimensions are refused', () => {
  const filler = (count: number) => Array.from({ length: count }, () => 0);
  const around = png(1, 1).length;
  expect(logoProblem(base64(png(1, 1, filler(LOGO_BYTES - around))))).toBeNull();
  expect(logoProblem(base64(png(1, 1, filler(LOGO_BYTES - around + 1))))?.code).toBe('logo_too_large');
  expect(logoProblem(base64(png(4_001, 1)))?.code).toBe('logo_too_wide');
  expect(logoProblem(base64(jpeg(1, 60_000)))?.code).toBe('logo_too_wide');
});

test('reading a logo ends whatever bytes follow the first ones of a JPEG', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const problem = logoProblem(base64([0xff, 0xd8, 0xff, ...bytes]));
      expect(problem === null || problem.code.startsWith('logo_')).toBe(true);
    }),
  );
});
