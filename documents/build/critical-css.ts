import { PurgeCSS } from 'purgecss';

/** What inline scripts set, which the HTML does not show. */
const SET_BY_SCRIPTS = ['data-theme', 'data-offline', 'data-painting', 'data-tapped'];

/** Custom properties in a `style` attribute. */
const ASKED_FOR = /(?<=var\()--[\w-]+/g;
/** The class of what is laid out after the first paint. */
const DEFERRED = 'deferred';
const WORD = /[\w-]+/g;
/** Attributes in selectors, our own (`data-…`) apart: they change by themselves, as `open` does. */
const STATE = /\[(?!data-)([\w-]+)/g;

/**
 * Names every layer in the order of the whole sheets. A layer that loses its rules would else get its place
 * when these come, behind all others.
 */
function layerOrder(css: string): string {
  const names = Array.from(css.matchAll(/@layer ([^{;]+)/g), ([, list = '']) => list.split(','));
  const unique = new Set(names.flat().map((name) => name.trim()));
  return unique.size > 0 ? `@layer ${[...unique].join(',')};` : '';
}

/**
 * The rules of some sheets that HTML may use, in their order, with the custom properties and keyframes that
 * these ask for. States (`:hover`, `[aria-busy]`) count as used whether they are on or not.
 * @param css the sheets, one after the other in the order of the cascade
 */
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
    // A state of any element, and what elements ask for by themselves.
    safelist: { standard: [':focus-visible', DEFERRED], variables: html.match(ASKED_FOR) ?? [] },
    variables: true,
  });
  if (!result) throw new Error('no styles came back');
  return layerOrder(css) + result.css;
}
