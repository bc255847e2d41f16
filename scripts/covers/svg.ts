import { readFileSync } from 'node:fs';

const ART = new URL('../../src/ui/assets/', import.meta.url);

/** Width and height of every cover, in px. */
export const COVER = { width: 1280, height: 720 } as const;

export type Shape = string;

export const draw = (...shapes: readonly (Shape | readonly Shape[])[]): Shape =>
  shapes.flat().join('');

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
): Shape =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

export const circle = (x: number, y: number, radius: number, fill: string): Shape =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

export const ellipse = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  turn = 0,
): Shape =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" transform="rotate(${turn} ${x} ${y})"/>`;

export const path = (d: string, fill: string): Shape => `<path d="${d}" fill="${fill}"/>`;

/** A line with round ends. */
export const line = (d: string, stroke: string, width: number, dashes = ''): Shape =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${dashes && ` stroke-dasharray="${dashes}"`}/>`;

export const at = (x: number, y: number, shape: Shape, { turn = 0, scale = 1 } = {}): Shape =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${shape}</g>`;

export const faded = (opacity: number, shape: Shape): Shape =>
  `<g opacity="${opacity}">${shape}</g>`;

/** Shows `shape` only inside `outline` (path data). `id` is unique in its picture. */
export const clipped = (id: string, outline: string, shape: Shape): Shape =>
  `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${shape}</g>`;

/** One of the app's own drawings, scaled to a width; height follows. */
export function art(name: string, x: number, y: number, width: number): Shape {
  const source = readFileSync(new URL(`${name}.svg`, ART), 'utf8');
  const [, viewBox = '', inner = ''] = /viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(source) ?? [];
  const [, , artWidth = 1, artHeight = 1] = viewBox.split(' ').map(Number);
  const height = (width * artHeight) / artWidth;
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}">${inner}</svg>`;
}

/** Path data filled with a cloth of the app, repeated. `tile` is the width of one repeat, px. */
export function cloth(
  id: string,
  name: 'adire' | 'bead' | 'kente' | 'shuka',
  d: string,
  tile: number,
): Shape {
  const height = name === 'bead' ? tile / 2 : tile;
  return `<pattern id="${id}" width="${tile}" height="${height}" patternUnits="userSpaceOnUse">${art(`cloth-${name}`, 0, 0, tile)}</pattern><path d="${d}" fill="url(#${id})"/>`;
}

export const WHOLE = `M0 0h${COVER.width}v${COVER.height}H0z`;

/** Numbers from 0 to 1 that are the same in every run, so that a picture never changes by itself. */
export function scatter(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const times = (count: number, shape: (index: number) => Shape): Shape =>
  draw(Array.from({ length: count }, (_, index) => shape(index)));

/** A whole drawing of `width` by `height` units; `scale` = px a unit. */
export const document = (width: number, height: number, shape: Shape, scale = 1): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${shape}</svg>`;
