import { readFileSync } from 'node:fs';

const TOKENS = new URL('../../src/ui/styles/tokens.css', import.meta.url);

const colours = new Map(
  [...readFileSync(TOKENS, 'utf8').matchAll(/^\s*--([a-z]+-\d+): (#[0-9a-f]{6});/gm)].map(
    ([, name = '', hex = '']) => [name, hex],
  ),
);

/**
 * A raw colour of the design tokens, e.g. `mango-500`, so that covers and app share one palette.
 * @throws Error for a name that the tokens do not have
 */
export function colour(name: string): string {
  const hex = colours.get(name);
  if (hex === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return hex;
}

export const ink = colour('ink-900');
export const paper = colour('paper-0');
export const mango = colour('mango-500');
export const guava = colour('guava-500');
export const mint = colour('mint-500');
export const hibiscus = colour('hibiscus-600');
export const indigo = colour('indigo-700');
/** The leaf green of the cloths and of the mascot's string; drawn art only, no token of the app. */
export const leaf = '#2fa57a';
