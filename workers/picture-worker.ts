import { shrinkPicture } from './shrink-picture.ts';

/** A picture in, the smaller one out; what cannot be decoded here goes back as it came. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void shrinkPicture(data)
    .catch(() => data)
    .then((file) => postMessage(file));
});
