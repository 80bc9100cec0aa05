const NO_BREAK_SPACE = '\u00a0';
const parted = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, NO_BREAK_SPACE);

/** "-1234567.5" as "-1 234 567.5": groups of three separated by U+00A0, the digits after the point unchanged. */
export function withThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return fraction === undefined ? parted(whole) : `${parted(whole)}.${fraction}`;
}
