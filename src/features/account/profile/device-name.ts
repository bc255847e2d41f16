/** In this order, because each browser also names those that it resembles. */
const BROWSERS = [
  ['Opera Mini', /Opera Mini/],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Edge', /Edg/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS/],
  ['Linux', /Linux/],
] as const;

const find = (list: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  list.find(([, pattern]) => pattern.test(text))?.[0];

/** 'Chrome on Android' */
export function deviceName(userAgent: string): string {
  const browser = find(BROWSERS, userAgent) ?? 'A browser';
  const system = find(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}
