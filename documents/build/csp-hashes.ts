import { createHash } from 'node:crypto';

import type { CspHashes } from '../built-site.ts';

const hashesOf = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?: media=[^>]*)?>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/** The seed is JSON data, which needs no hash. */
export const cspHashes = (html: string): CspHashes => ({
  scripts: hashesOf(html, 'script'),
  styles: hashesOf(html, 'style'),
});
