import { usedStyles, type StyleTree } from './used-styles.ts';

const TAG = /<(\/?)([a-z][\w-]*)([^>]*)>/gi;
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const IS_LATER = /\sclass="(?:[^"]*\s)?later(?:\s[^"]*)?"/;

/**
 * What a document shows in its first frame: everything but what is inside elements of the class `later`,
 * of which only the names stay.
 * @param html as the app's renderer writes it: well-formed, without `>` in attributes
 */
export function firstFrameOf(html: string): string {
  let kept = '';
  let from = 0;
  // Elements open since one that comes later began; 0 outside of such.
  let depth = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    const isAlone = attributes.endsWith('/') || VOID.has(name.toLowerCase());
    if (depth > 0) {
      if (slash) depth -= 1;
      else if (!isAlone) depth += 1;
      if (depth === 0) from = index;
    } else if (!slash && !isAlone && IS_LATER.test(attributes)) {
      kept += `${html.slice(from, index)}<${name} class="later">`;
      from = index + tag.length;
      depth = 1;
    }
  }
  return depth > 0 ? kept : kept + html.slice(from);
}

/** The styles of a document. */
export interface DocumentStyles {
  /** What its first frame uses. */
  readonly first: string;
  /** What all of it uses. */
  readonly all: string;
}

/**
 * The rules of some sheets that a document uses, in its first frame and in all.
 * @param html the document, or all parts of it that have elements
 */
export const stylesOf = (tree: StyleTree, html: string): DocumentStyles => ({
  first: usedStyles(tree, firstFrameOf(html)),
  all: usedStyles(tree, html),
});
