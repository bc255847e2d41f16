import { chromium, type Page } from 'playwright';

import { ensureBrowser } from '../find-browser.ts';
import { writeWebm, type EncodedFrame } from './webm.ts';

const CODEC = 'vp09.00.21.08';
const BITS_PER_SECOND = 420_000;
const KEY_FRAME_EVERY = 48;
/** The encoder exists in secure contexts only, and localhost is one; nothing listens there. */
const PAGE_ADDRESS = 'http://localhost/';
/** The compiler that runs these scripts wraps named functions in a helper, which the page lacks. */
const PAGE = '<!doctype html><script>globalThis.__name = (value) => value</script>';

interface Film {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

async function encodeInPage(
  page: Page,
  frames: readonly Buffer[],
  film: Film,
): Promise<EncodedFrame[]> {
  const chunks = await page.evaluate(
    async ({ pictures, codec, bitrate, keyEvery, width, height, framesPerSecond }) => {
      const encoded: { data: string; timestampMs: number; isKey: boolean }[] = [];
      const failures: string[] = [];
      const encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
          encoded.push({
            data,
            timestampMs: Math.round(chunk.timestamp / 1000),
            isKey: chunk.type === 'key',
          });
        },
        error: (error) => failures.push(error.message),
      });
      encoder.configure({
        codec,
        width,
        height,
        bitrate,
        framerate: framesPerSecond,
        latencyMode: 'quality',
      });
      for (const [index, picture] of pictures.entries()) {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const frame = new VideoFrame(bitmap, { timestamp: (index * 1_000_000) / framesPerSecond });
        encoder.encode(frame, { keyFrame: index % keyEvery === 0 });
        frame.close();
      }
      await encoder.flush();
      if (failures.length > 0) throw new Error(failures.join('; '));
      return encoded;
    },
    {
      pictures: frames.map((frame) => frame.toString('base64')),
      codec: CODEC,
      bitrate: BITS_PER_SECOND,
      keyEvery: KEY_FRAME_EVERY,
      ...film,
    },
  );
  return chunks.map(({ data, timestampMs, isKey }) => ({
    bytes: Buffer.from(data, 'base64'),
    timestampMs,
    isKey,
  }));
}

/**
 * Encodes PNG pictures of one size as a VP9 film, with the encoder of a headless Chromium.
 * @throws Error when there is no browser, or when it cannot encode
 */
export async function encodeFilm(frames: readonly Buffer[], film: Film): Promise<Buffer> {
  const browser = await chromium.launch({
    executablePath: ensureBrowser().path,
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.route(PAGE_ADDRESS, (route) =>
      route.fulfill({ contentType: 'text/html', body: PAGE }),
    );
    await page.goto(PAGE_ADDRESS);
    const encoded = await encodeInPage(page, frames, film);
    return writeWebm(encoded, {
      codecId: 'V_VP9',
      width: film.width,
      height: film.height,
      durationMs: Math.round((frames.length * 1000) / film.framesPerSecond),
    });
  } finally {
    await browser.close();
  }
}
