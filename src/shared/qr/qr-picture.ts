import { encode } from 'uqr';

import { pngOf, startPicture } from '../pictures/draw.ts';

/** Modules of white around the code: the least that cameras are promised. */
const QUIET_MODULES = 4;
/** Pixels of a module in the PNG, enough for print. */
const MODULE_PX = 16;

export interface QrPicture {
  /** Modules along a side, the quiet zone included. */
  readonly size: number;
  /** Where the dark modules are, column and row. */
  readonly dark: readonly (readonly [x: number, y: number])[];
}

export function drawQr(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [[x, y] as const] : [])),
  );
  return { size, dark };
}

/** SVG path data of the dark modules, one unit each. */
export const qrPath = ({ dark }: QrPicture): string =>
  dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');

/** @returns undefined where the browser gives no canvas */
export function qrPng({ size, dark }: QrPicture): Promise<Blob | undefined> {
  const side = size * MODULE_PX;
  const context = startPicture(side, side);
  if (!context) return Promise.resolve(undefined);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.fillStyle = '#000';
  for (const [x, y] of dark) {
    context.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX);
  }
  return pngOf(context);
}
