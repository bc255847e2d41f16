import { decodeQR } from 'qr/decode.js';

/** A code in a large photo is found at the first size, a blurred one rather at the second. */
const EDGES_PX = [1_600, 800];
/** On a cheap phone, of each size. */
const DECODE_MS = 1_500;

function pixelsOf(picture: ImageBitmap, edgePx: number): ImageData {
  const scale = Math.min(1, edgePx / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser draws no pictures');
  // A transparent ground would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** For browsers without a detector of their own. */
export function decodePicture(picture: ImageBitmap): string | undefined {
  for (const edgePx of EDGES_PX) {
    const pixels = pixelsOf(picture, edgePx);
    try {
      return decodeQR(pixels, { effort: 4, timeLimit: DECODE_MS });
    } catch {
      // None at this size.
    }
  }
  return undefined;
}
