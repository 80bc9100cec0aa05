/** The texts of the product, in the language that is spoken. */
export { m } from './compiled/messages.js';
export { getLocale as spokenLanguage, overwriteGetLocale as takeLanguageFrom } from './compiled/runtime.js';
