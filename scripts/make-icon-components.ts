/**
 * Turns the Lucide icons that the app uses into one small component file each under src/ui/icons,
 * so that a route's chunk carries only the icons it shows. Every shape of an icon is joined into a
 * single path. Run `npx tsx scripts/make-icon-components.ts` after changing the list.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ICONS = [
  'arrow-left',
  'arrow-right',
  'ban',
  'calendar',
  'chart-column',
  'chart-pie',
  'check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'circle-question-mark',
  'clock',
  'copy',
  'crown',
  'delete',
  'dices',
  'download',
  'external-link',
  'eye',
  'eye-off',
  'gift',
  'hash',
  'house',
  'image',
  'info',
  'keyboard',
  'landmark',
  'lock',
  'log-out',
  'mail',
  'moon',
  'mouse-pointer-click',
  'pause',
  'play',
  'plus',
  'printer',
  'qr-code',
  'radio',
  'receipt-text',
  'refresh-cw',
  'scan-line',
  'scissors',
  'send',
  'share-2',
  'sliders-horizontal',
  'smartphone',
  'ticket',
  'timer',
  'trash-2',
  'triangle-alert',
  'trophy',
  'user-round',
  'user-round-plus',
  'users-round',
  'volume-2',
  'volume-x',
  'wallet',
  'wifi-off',
  'x',
] as const;

type Attributes = Readonly<Record<string, string>>;

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** A leading relative moveto would continue from the previous shape once joined, so it becomes absolute. */
function withAbsoluteStart(d: string): string {
  const match = /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)\s*(.*)$/s.exec(d);
  if (!match) return d;
  const [, x = '', y = '', rest = ''] = match;
  const implicitLine = /^[-.\d]/.test(rest) ? 'l' : '';
  return `M${x} ${y}${implicitLine}${rest}`;
}

function ellipseToPath(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
}

function rectToPath(attributes: Attributes): string {
  const at = (name: string): number => Number(attributes[name] ?? 0);
  const [x, y, width, height] = [at('x'), at('y'), at('width'), at('height')];
  const r = Number(attributes['rx'] ?? attributes['ry'] ?? 0);
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`;
}

/** @throws Error for a shape that none of the listed icons has used so far. */
function shapeToPath(name: string, attributes: Attributes): string {
  const at = (key: string): number => Number(attributes[key] ?? 0);
  switch (name) {
    case 'path':
      return withAbsoluteStart(attributes['d'] ?? '');
    case 'circle':
      return ellipseToPath(at('cx'), at('cy'), at('r'), at('r'));
    case 'ellipse':
      return ellipseToPath(at('cx'), at('cy'), at('rx'), at('ry'));
    case 'rect':
      return rectToPath(attributes);
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    default:
      throw new Error(`shape <${name}> is not supported yet`);
  }
}

const pathOf = (svg: string): string =>
  [...svg.matchAll(/<(path|circle|ellipse|rect|line|polyline|polygon)\b([^>]*)>/g)]
    .map(([, name = '', tag = '']) => shapeToPath(name, attributesOf(tag)))
    .join('');

const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function moduleSource(name: string, d: string): string {
  return `// Made by scripts/make-icon-components.ts from Lucide (ISC licence, see LICENSE-lucide.txt).
import { icon } from './icon.tsx';

export const ${pascalCase(name)}Icon = /*#__PURE__*/ icon(
  '${d}',
);
`;
}

const lucide = new URL('../node_modules/lucide-static/', import.meta.url);
const target = new URL('../src/ui/icons/', import.meta.url);
for (const name of ICONS) {
  const svg = readFileSync(new URL(`icons/${name}.svg`, lucide), 'utf8');
  writeFileSync(new URL(`${name}-icon.tsx`, target), moduleSource(name, pathOf(svg)));
}
writeFileSync(new URL('LICENSE-lucide.txt', target), readFileSync(new URL('LICENSE', lucide)));
process.stdout.write(`${ICONS.length} icons written to ${fileURLToPath(target)}\n`);
