import { beforeEach, expect, test, vi } from 'vitest';

import { takePoster } from './use-cover.ts';

const revoke = vi.spyOn(URL, 'revokeObjectURL');
const drawImage = vi.fn();

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film');
  revoke.mockReset();
  vi.stubGlobal('Worker', undefined);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['frame'], { type: type ?? '' })),
  );
});

/** A poster that is being taken, and the video that it is taken of. */
function take() {
  const create = vi.spyOn(document, 'createElement');
  const poster = takePoster(new File(['x'], 'film.mp4', { type: 'video/mp4', lastModified: 7 }));
  const video: HTMLVideoElement = create.mock.results.at(-1)?.value as never;
  return { poster, video };
}

/** A browser that shows a frame of that size. */
async function show(video: HTMLVideoElement, videoWidth: number, videoHeight: number) {
  Object.defineProperties(video, {
    videoWidth: { value: videoWidth },
    videoHeight: { value: videoHeight },
    duration: { value: 8 },
    currentTime: { value: 0, writable: true },
  });
  video.dispatchEvent(new Event('loadeddata'));
  await vi.waitFor(() => expect(video.currentTime).toBe(1));
  video.dispatchEvent(new Event('seeked'));
}

test('there is no poster of a video that this browser cannot show', async () => {
  const { poster, video } = take();
  video.dispatchEvent(new Event('error'));
  expect(await poster).toBeUndefined();
  expect(revoke).toHaveBeenCalledWith('blob:film');
});

test('there is no poster where this browser can play no more than the sound', async () => {
  const { poster, video } = take();
  await show(video, 0, 0);
  expect(await poster).toBeUndefined();
});

test('a poster is no larger than a cover is shown, and compressed where workers have no canvas', async () => {
  const { poster, video } = take();
  await show(video, 3_840, 2_160);
  expect(await poster).toMatchObject({ name: 'poster.jpg', type: 'image/jpeg', lastModified: 7 });
  expect(drawImage).toHaveBeenCalledWith(video, 0, 0, 1_280, 720);
});
