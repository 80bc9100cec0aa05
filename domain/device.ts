/**
 * A browser and its operating system in words, from its user agent. Every result is composed of the names below, so no text that a stranger
 * sends is ever shown or stored. The names are the same in all languages.
 */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];
/** Browsers whose user agent also contains the name of another come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
];
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^PostmanRuntime\//, 'Postman'],
  [/^python-requests\/|^python-httpx\/|^Python-urllib\//i, 'Python'],
  [/^Go-http-client\//, 'Go'],
  [/^okhttp\//, 'OkHttp'],
  [/^node$|^undici/, 'Node.js'],
  [/PowerShell\//, 'PowerShell'],
];
const LONGEST_READ = 512;

/** "Firefox, Windows", "curl", or "" when unknown. */
export function deviceOf(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, LONGEST_READ);
  const named = (names: typeof SYSTEMS) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const program = named(PROGRAMS);
  if (program !== undefined) return program;
  return [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined).join(', ');
}
