import { createHash } from 'node:crypto';

/** Sources that a Content-Security-Policy must allow for the built documents, e.g. `'sha256-…'`. */
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

/** The hashes of every inline script and style in the documents. (A seed is data, not a script that runs.) */
export function cspHashes(documents: Iterable<string>): CspHashes {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const html of documents) {
    for (const text of contents(html, 'script')) scripts.add(source(text));
    for (const text of contents(html, 'style')) styles.add(source(text));
  }
  return { scripts: [...scripts], styles: [...styles] };
}
