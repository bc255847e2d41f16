import { cspSource, type CspHashes } from '../../server/web/security-headers.ts';
import { HELD_STYLE_TYPE } from '../../contract/frames.ts';

const contents = (html: string, element: 'script' | 'style'): string[] =>
  [
    ...html.matchAll(
      new RegExp(`<${element}(?: type="${HELD_STYLE_TYPE}")?>(.*?)</${element}>`, 'gs'),
    ),
  ].map(([, text = '']) => text);

/** What the server fills is another text each time, and hashed there. */
const isHole = (text: string): boolean => /^%[A-Z]+%$/.test(text);

/** The hashes of every inline script and style in a document. (A seed is data, not a script that runs.) */
export const cspHashes = (html: string): CspHashes => ({
  scripts: contents(html, 'script').map(cspSource),
  styles: contents(html, 'style')
    .filter((text) => !isHole(text))
    .map(cspSource),
});
