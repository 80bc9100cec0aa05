/** A regular expression for a text in any case, because the database's own folding only knows the letters of its locale. */
export const inAnyCase = (text: string): string =>
  Array.from(text, (character) => {
    const forms = [character.toLowerCase(), character.toUpperCase()].filter((form) => Array.from(form).length === 1);
    if (new Set(forms).size > 1) return `[${forms.join('')}]`;
    return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
  }).join('');
