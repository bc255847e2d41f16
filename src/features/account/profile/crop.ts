/** What of a picture is seen. */
export interface Crop {
  /** 1 shows as much as a square can, 4 a quarter of its side. */
  readonly zoom: number;
  /** Where the middle of the square is, from 0 at the left or top to 1. */
  readonly across: number;
  readonly down: number;
}

export const WHOLE: Crop = { zoom: 1, across: 0.5, down: 0.5 };

/** The square of a picture that a crop shows, in the picture's pixels; never beyond its edges. */
export function squareOf(
  { width, height }: { readonly width: number; readonly height: number },
  { zoom, across, down }: Crop,
): { readonly x: number; readonly y: number; readonly side: number } {
  const side = Math.min(width, height) / Math.max(1, zoom);
  return { x: (width - side) * across, y: (height - side) * down, side };
}
