import { framesOf } from '../../contract/frames.ts';
import { usedStyles, type StyleTree } from './used-styles.ts';

/** What a document shows in its first frame: of what comes later, only the names stay. */
export const firstFrameOf = (html: string): string =>
  framesOf(html, (name) => `<${name} class="later"></${name}>`).first;

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
