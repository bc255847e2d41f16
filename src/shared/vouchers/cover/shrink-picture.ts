/**
 * Makes a picture as small as it is shown and takes out what the camera wrote into it. A worker of its own
 * does it, which ends afterwards: unpacked, a photo fills more memory than the whole app.
 * @returns the picture as it is where this browser cannot make another
 */
export const shrinkPicture = (file: File): Promise<File> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('../../../../workers/picture-worker.ts', import.meta.url), {
      type: 'module',
      name: 'goodies-picture',
    });
    const finish = (made: File): void => {
      worker.terminate();
      resolve(made);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<File>) => finish(data));
    worker.addEventListener('error', () => finish(file));
    worker.postMessage(file);
  });
