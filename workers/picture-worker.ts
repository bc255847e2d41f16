import { fitPicture, PICTURE_QUALITY } from '../contract/vouchers/fit-picture.ts';

const renamed = (name: string, extension: string): string =>
  `${name.replace(/\.[^.]*$/, '')}.${extension}`;

/** Also removes camera data, such as the place; throws TypeError if workers have no canvas. */
export async function shrinkPicture(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = fitPicture(bitmap);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('no canvas in workers');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: PICTURE_QUALITY });
  if (webp.type === 'image/webp') return asFile(webp, renamed(file.name, 'webp'), file);
  // Safari cannot write WebP, and transparent parts of a JPEG would be black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: PICTURE_QUALITY });
  return asFile(jpeg, renamed(file.name, 'jpg'), file);
}

/** Keeps the file's time, which identifies a repeated upload. */
const asFile = (blob: Blob, name: string, { lastModified }: File): File =>
  new File([blob], name, { type: blob.type, lastModified });

/** Returns the original file if it cannot be decoded here. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void shrinkPicture(data)
    .catch(() => data)
    .then((file) => postMessage(file));
});
