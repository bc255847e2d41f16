/**
 * On phones a document is shown in two frames: first its first words and its picture, then what has the class
 * `later`. Both sides of a document's way, those who write it and those who keep it, take it apart the same.
 */

/** Type of the `<style>` that holds the styles of the second frame, which no browser reads. */
export const HELD_STYLE_TYPE = 'text/later';
/** Type of the `<script>` that holds the elements of the second frame in a document that is kept. */
export const HELD_HTML_TYPE = 'text/later-html';
/** Stands where one of those elements was; React writes templates of its own. */
const HELD_PLACE = '<template data-later></template>';
/** Stands between those elements. */
export const HELD_HTML_SEPARATOR = '<!--later-->';

const TAG = /<(\/?)([a-z][\w-]*)([^>]*)>/gi;
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const IS_LATER = /\sclass="(?:[^"]*\s)?later(?:\s[^"]*)?"/;

export interface Frames {
  /** Everything but the elements that come later, each of which has left a placeholder. */
  readonly first: string;
  /** Those elements in order, what is inside them with them. */
  readonly later: readonly string[];
}

/**
 * Parts HTML into what its first frame shows and what comes later.
 * @param html as the app's renderer writes it: well-formed, without `>` in attributes
 * @param placeholder stands where an element of that name was
 */
export function framesOf(html: string, placeholder: (name: string) => string): Frames {
  const later: string[] = [];
  let first = '';
  let from = 0;
  // Elements open since one that comes later began; 0 outside of such.
  let depth = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    const isAlone = attributes.endsWith('/') || VOID.has(name.toLowerCase());
    if (depth > 0) {
      if (slash) depth -= 1;
      else if (!isAlone) depth += 1;
      if (depth > 0) continue;
      const end = index + tag.length;
      later.push(html.slice(from, end));
      from = end;
    } else if (!slash && !isAlone && IS_LATER.test(attributes)) {
      first += html.slice(from, index) + placeholder(name);
      from = index;
      depth = 1;
    }
  }
  return { first: depth > 0 ? first : first + html.slice(from), later };
}

const APP_BEGINS = '<div id="root"';
const APP_ENDS = `<style type="${HELD_STYLE_TYPE}">`;

/**
 * A document whose second frame is text, which costs a browser next to nothing, until its own script puts it
 * in place. For who has scripts only; a document without a second frame stays as it is.
 */
export function holdBack(html: string): string {
  const [start, end] = [html.indexOf(APP_BEGINS), html.indexOf(APP_ENDS)];
  if (start < 0 || end < 0) return html;
  const { first, later } = framesOf(html.slice(start, end), () => HELD_PLACE);
  const held = later.join(HELD_HTML_SEPARATOR);
  // Inside, such a tag would not be text.
  if (later.length === 0 || /<\/?script/i.test(held)) return html;
  return `${html.slice(0, start)}${first}<script type="${HELD_HTML_TYPE}">${held}</script>${html.slice(end)}`;
}
