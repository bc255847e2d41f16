/** The declaration of a custom property; kept when something that is kept asks for it. */
export interface PropertyStyles {
  readonly property: string;
  readonly text: string;
}

/** A style rule; kept when all that one of its selectors needs is in the document. */
export interface RuleStyles {
  /** Its text in order, custom properties apart. */
  readonly rule: readonly (string | PropertyStyles)[];
  /** For each selector the classes (`.name`), tags (`name`) and attributes (`[name]`) that it needs. */
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

const TOKEN = /<([a-z][\w-]*)|\s(data-[\w-]+)|\sclass="([^"]*)"/gi;

/** Tags, classes and data attributes of a document, as the needs of rules name them. */
function tokensOf(html: string): Set<string> {
  const tokens = new Set<string>();
  for (const [, tag, attribute, names = ''] of html.matchAll(TOKEN)) {
    if (tag) tokens.add(tag.toLowerCase());
    else if (attribute) tokens.add(`[${attribute}]`);
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

type Pieces = (string | PropertyStyles)[];

/** The text of all that is kept, custom properties apart. */
function piecesOf(
  tree: StyleTree,
  tokens: ReadonlySet<string>,
  played: ReadonlySet<string>,
): Pieces {
  const pieces: Pieces = [];
  for (const node of tree) {
    if (typeof node === 'string') pieces.push(node);
    else if ('rule' in node) {
      if (isUsed(node, tokens)) pieces.push(...node.rule);
    } else if ('keyframes' in node) {
      if (played.has(node.keyframes)) pieces.push(node.text);
    } else {
      const inside = piecesOf(node.children, tokens, played);
      if (inside.length > 0) pieces.push(node.open, ...inside, '}');
    }
  }
  return pieces;
}

const ASKED_FOR = /var\(\s*(--[\w-]+)/g;

/** The custom properties that some texts ask for, and those that the declarations of these ask for. */
function propertiesAskedBy(texts: readonly string[], pieces: Pieces): ReadonlySet<string> {
  const declarations = new Map<string, string[]>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    const texts = declarations.get(piece.property) ?? [];
    declarations.set(piece.property, [...texts, piece.text]);
  }
  const asked = new Set<string>();
  const waiting = [...texts];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, property = ''] of text.matchAll(ASKED_FOR)) {
      if (asked.has(property)) continue;
      asked.add(property);
      waiting.push(...(declarations.get(property) ?? []));
    }
  }
  return asked;
}

/**
 * The rules of some sheets that a document may use, in their order, with the custom properties that they or
 * the document ask for. States count as used whether they are on or not, and so does what a selector asks of
 * ids, of attributes that are not data, or inside `:is()` and its kind.
 * @param html the document, or all parts of it that have elements
 */
export function usedStyles(tree: StyleTree, html: string): string {
  const tokens = tokensOf(html);
  const played = new Set<string>();
  addPlayed(tree, tokens, played);
  const pieces = piecesOf(tree, tokens, played);
  const texts = pieces.filter((piece) => typeof piece === 'string');
  const asked = propertiesAskedBy([html, ...texts], pieces);
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return asked.has(piece.property) ? piece.text : '';
    })
    .join('');
}
