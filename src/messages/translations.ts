/** Every `sentence_…` of the messages by its code. They are loaded together, because any of them may come from the server. */
const modules = import.meta.glob<Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>>>(
  './compiled/messages/sentence_*.js',
  { eager: true },
);

export const translations = Object.fromEntries(
  Object.values(modules).flatMap((module) => Object.entries(module).map(([key, text]) => [key.slice('sentence_'.length), text])),
);
