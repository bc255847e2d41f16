import { describe, expect, it, vi } from 'vitest';

import { takePoster } from './use-cover.ts';

describe('the poster of a video', () => {
  it('is left out where this browser cannot show the video', async () => {
    const create = vi.spyOn(document, 'createElement');
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const poster = takePoster(new File(['x'], 'film.mp4', { type: 'video/mp4' }));
    const [video] = create.mock.results.map(({ value }) => value as HTMLVideoElement);
    video?.dispatchEvent(new Event('error'));
    expect(await poster).toBeUndefined();
    expect(revoke).toHaveBeenCalledWith('blob:film');
  });

  it('is left out where this browser can play no more than its sound', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const context = { drawImage: vi.fn() };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
      done(new Blob(['one black pixel'])),
    );
    const create = vi.spyOn(document, 'createElement');
    const poster = takePoster(new File(['x'], 'film.mp4', { type: 'video/mp4' }));
    const video = create.mock.results.at(-1)?.value as HTMLVideoElement | undefined;
    if (!video) throw new Error('no video');
    Object.defineProperties(video, {
      videoWidth: { value: 0 },
      videoHeight: { value: 0 },
      duration: { value: 8 },
      currentTime: { value: 0, writable: true },
    });
    video.dispatchEvent(new Event('loadeddata'));
    await vi.waitFor(() => expect(video.currentTime).toBe(1));
    video.dispatchEvent(new Event('seeked'));
    expect(await poster).toBeUndefined();
  });

  it('is no larger than a cover is shown, and compressed where workers have no canvas', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.stubGlobal('Worker', undefined);
    const drawImage = vi.fn();
    const context = { drawImage };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
      done(new Blob(['frame'], { type: type ?? '' })),
    );
    const create = vi.spyOn(document, 'createElement');
    const poster = takePoster(new File(['x'], 'film.mp4', { type: 'video/mp4', lastModified: 7 }));
    const video = create.mock.results.at(-1)?.value as HTMLVideoElement | undefined;
    if (!video) throw new Error('no video');
    Object.defineProperties(video, {
      videoWidth: { value: 3_840 },
      videoHeight: { value: 2_160 },
      duration: { value: 8 },
      currentTime: { value: 0, writable: true },
    });
    video.dispatchEvent(new Event('loadeddata'));
    await vi.waitFor(() => expect(video.currentTime).toBe(1));
    video.dispatchEvent(new Event('seeked'));
    expect(await poster).toMatchObject({ name: 'poster.jpg', type: 'image/jpeg', lastModified: 7 });
    expect(drawImage).toHaveBeenCalledWith(video, 0, 0, 1_280, 720);
  });
});
