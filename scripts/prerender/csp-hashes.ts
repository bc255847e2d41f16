import { createHash } from 'node:crypto';

/** Sources that a Content-Security-Policy must allow for one document, e.g. `'sha256-…'`. */
export interface CspHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const source = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const contents = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => text,
  );

/** The hashes of every inline script and style in a document. (A seed is data, not a script that runs.) */
export const cspHashes = (html: string): CspHashes => ({
  scripts: contents(html, 'script').map(source),
  styles: contents(html, 'style').map(source),
});
