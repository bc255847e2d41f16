import { describe, expect, it, vi } from 'vitest';

import { takePoster } from './take-poster.ts';

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
});
