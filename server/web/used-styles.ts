/** A style rule; kept when all that one of its selectors needs is in the document. */
export interface RuleStyles {
  readonly rule: string;
  /** For each selector the classes (`.name`) and tags (`name`) that it needs. */
  readonly needs: readonly (readonly string[])[];
  /** Names of the keyframes that it plays. */
  readonly plays: readonly string[];
}

/** Keyframes; kept when a kept rule plays them. */
interface KeyframesStyles {
  readonly keyframes: string;
  readonly text: string;
}

/** An at-rule around others, from its name to the opening brace; kept when something in it is. */
interface GroupStyles {
  readonly open: string;
  readonly children: StyleTree;
}

/** Sheets in the order of their text; a plain string is always kept. */
export type StyleTree = readonly (string | RuleStyles | KeyframesStyles | GroupStyles)[];

const TAG_OR_CLASS = /<([a-z][\w-]*)|\sclass="([^"]*)"/gi;

/** Tags and classes of a document, as the needs of rules name them. */
function tokensOf(html: string): Set<string> {
  const tokens = new Set<string>();
  for (const [, tag, names = ''] of html.matchAll(TAG_OR_CLASS)) {
    if (tag) tokens.add(tag.toLowerCase());
    else for (const name of names.split(/\s+/)) tokens.add(`.${name}`);
  }
  return tokens;
}

const isUsed = ({ needs }: RuleStyles, tokens: ReadonlySet<string>): boolean =>
  needs.some((selector) => selector.every((token) => tokens.has(token)));

function addPlayed(tree: StyleTree, tokens: ReadonlySet<string>, played: Set<string>): void {
  for (const node of tree) {
    if (typeof node === 'string') continue;
    if ('children' in node) addPlayed(node.children, tokens, played);
    else if ('rule' in node && isUsed(node, tokens)) node.plays.forEach((name) => played.add(name));
  }
}

function textOf(tree: StyleTree, tokens: ReadonlySet<string>, played: ReadonlySet<string>): string {
  let text = '';
  for (const node of tree) {
    if (typeof node === 'string') text += node;
    else if ('rule' in node) text += isUsed(node, tokens) ? node.rule : '';
    else if ('keyframes' in node) text += played.has(node.keyframes) ? node.text : '';
    else {
      const inside = textOf(node.children, tokens, played);
      text += inside && `${node.open}${inside}}`;
    }
  }
  return text;
}

/**
 * The rules of some sheets that a document may use, in their order. States count as used whether they are
 * on or not, and so does what a selector asks of ids, attributes or inside `:is()` and its kind.
 * @param html the document, or all parts of it that have elements
 */
export function usedStyles(tree: StyleTree, html: string): string {
  const tokens = tokensOf(html);
  const played = new Set<string>();
  addPlayed(tree, tokens, played);
  return textOf(tree, tokens, played);
}
