/** The first `longest` UTF-16 units of a text at most; a sign of two units that does not fit whole is left out. */
export function cutTo(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest);
}
