/** A worker of its own does it and ends afterwards: unpacked, a photo fills more memory than the whole app. */
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
