import { PurgeCSS } from 'purgecss';

/** Inline scripts set these attributes, so they are missing in the HTML. */
const SET_BY_SCRIPTS = ['data-theme', 'data-offline', 'data-painting', 'data-tapped'];

const ASKED_FOR = /(?<=var\()--[\w-]+/g;
const DEFERRED = 'deferred';
const WORD = /[\w-]+/g;
/** State attributes such as `open` change at run time; our own `data-…` are listed above. */
const STATE = /\[(?!data-)([\w-]+)/g;

/** The layer order must match the whole sheet, because an unnamed layer would come last. */
function layerOrder(css: string): string {
  const names = Array.from(css.matchAll(/@layer ([^{;]+)/g), ([, list = '']) => list.split(','));
  const unique = new Set(names.flat().map((name) => name.trim()));
  return unique.size > 0 ? `@layer ${[...unique].join(',')};` : '';
}

/** Selects the rules that the HTML may use. @param css all sheets in cascade order */
export async function usedCss(css: string, html: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: css }],
    defaultExtractor: (content) => content.match(WORD) ?? [],
    dynamicAttributes: [
      ...SET_BY_SCRIPTS,
      ...Array.from(css.matchAll(STATE), ([, name = '']) => name),
    ],
    keyframes: true,
    // Browsers match these without any class in the HTML.
    safelist: { standard: [':focus-visible', DEFERRED], variables: html.match(ASKED_FOR) ?? [] },
    variables: true,
  });
  if (!result) throw new Error('no styles came back');
  return layerOrder(css) + result.css;
}
