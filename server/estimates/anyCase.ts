/** A regular expression that matches a text in any case, because the database's own folding covers only the letters of its locale. */
export const inAnyCase = (text: string): string =>
  Array.from(text, (character) => {
    const forms = [character.toLowerCase(), character.toUpperCase()].filter((form) => Array.from(form).length === 1);
    if (new Set(forms).size > 1) return `[${forms.join('')}]`;
    return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
  }).join('');
