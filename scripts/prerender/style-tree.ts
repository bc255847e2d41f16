import { type AtRule, type ChildNode, parse, type Root, type Rule } from 'postcss';

import type { RuleStyles, StyleTree } from '../../server/web/used-styles.ts';

type Styles = StyleTree[number];

const STRINGS = /"[^"]*"|'[^']*'/g;
const ATTRIBUTES = /\[([\w-]+)[^\]]*\]/g;
/** Innermost arguments first, so that nested ones go from the inside. */
const ARGUMENTS = /::?[\w-]+\([^()]*\)/g;
const PSEUDO = /::?[\w-]+/g;
const CLASS_OR_TAG = /(\.[\w-]+)|(?<![\w#.-])([a-z][\w-]*)/gi;

/** What the inline scripts of a document set, which its HTML does not show. */
const SET_BY_SCRIPTS: ReadonlySet<string> = new Set(['data-theme', 'data-first', 'data-tapped']);

/**
 * Classes (`.name`), tags (`name`) and data attributes (`[data-name]`) that a document must have for a
 * selector to match anything. Other attributes change by themselves, as `open` does.
 * @param selector one, not a list
 */
export function neededBy(selector: string): string[] {
  // A class with an escape is none of ours: a rule that names one is always kept.
  if (selector.includes('\\')) return [];
  // Strings first: they may hold any bracket.
  let rest = selector.replace(STRINGS, '');
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(ARGUMENTS, '');
  }
  const attributes = [...rest.matchAll(ATTRIBUTES)]
    .map(([, name = '']) => name)
    .filter((name) => name.startsWith('data-') && !SET_BY_SCRIPTS.has(name));
  const named = rest.replace(ATTRIBUTES, '').replace(PSEUDO, '').matchAll(CLASS_OR_TAG);
  return [
    ...Array.from(named, ([, name, tag = '']) => name ?? tag.toLowerCase()),
    ...attributes.map((name) => `[${name}]`),
  ];
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

/** A rule's text, cut where a custom property stands: a document that does not ask for it does without. */
function piecesOf(rule: Rule): RuleStyles['rule'] {
  const isCut =
    rule.nodes.every(({ type }) => type === 'decl') &&
    rule.nodes.some((node) => node.type === 'decl' && node.variable);
  if (!isCut) return [rule.toString()];
  const declarations = rule.nodes.map((node) => {
    const text = `${node.toString()};`;
    return node.type === 'decl' && node.variable ? { property: node.prop, text } : text;
  });
  return [`${rule.selector}{`, ...declarations, '}'];
}

function treeOfNode(node: ChildNode, keyframesIn: (text: string) => string[]): Styles[] {
  const text = node.toString();
  if (node.type === 'rule') {
    const needs = node.selectors.map(neededBy);
    return [{ rule: piecesOf(node), needs, plays: keyframesIn(text) }];
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
