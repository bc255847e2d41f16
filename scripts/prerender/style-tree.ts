import { type AtRule, type ChildNode, parse, type Root } from 'postcss';

import type { StyleTree } from '../../server/web/used-styles.ts';

type Styles = StyleTree[number];

/** Strings first: an attribute's value may hold a bracket. */
const STRINGS_AND_ATTRIBUTES = [/"[^"]*"|'[^']*'/g, /\[[^\]]*\]/g];
/** Innermost arguments first, so that nested ones go from the inside. */
const ARGUMENTS = /::?[\w-]+\([^()]*\)/g;
const PSEUDO = /::?[\w-]+/g;
const CLASS_OR_TAG = /(\.[\w-]+)|(?<![\w#.-])([a-z][\w-]*)/gi;

/**
 * Classes (`.name`) and tags (`name`) that a document must have for a selector to match anything.
 * @param selector one, not a list
 */
export function neededBy(selector: string): string[] {
  // A class with an escape is none of ours: a rule that names one is always kept.
  if (selector.includes('\\')) return [];
  let rest = STRINGS_AND_ATTRIBUTES.reduce((text, pattern) => text.replace(pattern, ''), selector);
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(ARGUMENTS, '');
  }
  return [...rest.replace(PSEUDO, '').matchAll(CLASS_OR_TAG)].map(
    ([, name, tag = '']) => name ?? tag.toLowerCase(),
  );
}

const KEYFRAMES = /keyframes$/;

const layerNames = ({ params }: AtRule): string[] =>
  params.split(',').flatMap((name) => name.trim() || []);

/** Names every layer in the order of the whole sheets, which must hold also where a layer loses its rules. */
function layerOrder(root: Root): string[] {
  const names = new Set<string>();
  root.walkAtRules('layer', (layer) => {
    if (layer.parent?.type !== 'root') throw new Error(`@layer ${layer.params} is inside another`);
    layerNames(layer).forEach((name) => names.add(name));
  });
  return names.size > 0 ? [`@layer ${[...names].join(',')};`] : [];
}

/** Finds the keyframes that some text names, of all there are. */
function keyframesFinder(root: Root): (text: string) => string[] {
  const names = new Set<string>();
  root.walkAtRules(KEYFRAMES, ({ params }) => {
    names.add(params);
  });
  return (text) => (text.match(/[\w-]+/g) ?? []).filter((word) => names.has(word));
}

function treeOfNode(node: ChildNode, keyframesIn: (text: string) => string[]): Styles[] {
  const text = node.toString();
  if (node.type === 'rule') {
    const needs = node.selectors.map(neededBy);
    return [{ rule: text, needs, plays: keyframesIn(text) }];
  }
  if (node.type !== 'atrule') return [];
  if (KEYFRAMES.test(node.name)) return [{ keyframes: node.params, text }];
  // The names of layers stand in front of everything.
  if (!node.nodes) return node.name === 'layer' ? [] : [`${text};`];
  const isGroup = node.nodes.some(({ type }) => type === 'rule' || type === 'atrule');
  if (!isGroup) return [text];
  const children = node.nodes.flatMap((child) => treeOfNode(child, keyframesIn));
  return [{ open: `@${node.name}${node.raws.afterName ?? ' '}${node.params}{`, children }];
}

/**
 * Takes style sheets apart for `usedStyles`.
 * @param css the sheets, one after the other in the order of the cascade
 * @throws when a layer is inside another at-rule: its place in the order could not be told beforehand
 */
export function styleTree(css: string): StyleTree {
  const root = parse(css);
  const keyframesIn = keyframesFinder(root);
  return [...layerOrder(root), ...root.nodes.flatMap((node) => treeOfNode(node, keyframesIn))];
}
