import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { sampleUser } from '../../../../local/testing/samples.ts';
import { one, render, type } from '../../../ui/test-render.ts';
import { AvatarPicker } from './avatar-picker.tsx';

const SMALL = new File(['webp'], 'logo.webp');

/** Makes every picture a small one. */
class PictureWorker extends EventTarget {
  postMessage(): void {
    this.dispatchEvent(new MessageEvent('message', { data: SMALL }));
  }
  terminate(): void {
    this.dispatchEvent(new Event('ended'));
  }
}

test('a picture with holes is cropped on white, without the crop before it', async () => {
  const drawn: string[] = [];
  const context = {
    fillStyle: '',
    fillRect: () => drawn.push(context.fillStyle),
    drawImage: () => drawn.push('picture'),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const unpacked = vi.fn(async () => ({ width: 40, height: 30 }));
  vi.stubGlobal('createImageBitmap', unpacked);
  vi.stubGlobal('Worker', PictureWorker);
  const { container } = render(<AvatarPicker user={sampleUser()} />);
  const input = one(container, 'input[type="file"]') as HTMLInputElement;
  Object.defineProperty(input, 'files', { value: [new File(['png'], 'logo.png')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  expect(drawn).toEqual(['#fff', 'picture']);
  expect(unpacked, 'a photo of 50 megapixels fills 200 MB').toHaveBeenCalledExactlyOnceWith(SMALL);

  const [zoom] = container.querySelectorAll<HTMLInputElement>('input[type="range"]');
  await act(async () => zoom && type(zoom, '2'));
  expect(drawn).toEqual(['#fff', 'picture', '#fff', 'picture']);
});

test('a photo that takes its time shows that it is coming, and no other is chosen meanwhile', async () => {
  let unpack = (_picture: object): void => undefined;
  const unpacking = new Promise((resolve) => {
    unpack = resolve;
  });
  vi.stubGlobal('createImageBitmap', () => unpacking);
  vi.stubGlobal('Worker', PictureWorker);
  const { container } = render(<AvatarPicker user={sampleUser()} />);
  const input = one(container, 'input[type="file"]') as HTMLInputElement;
  const opened = vi.spyOn(input, 'click');
  const [button] = container.querySelectorAll('button');
  Object.defineProperty(input, 'files', { value: [new File(['jpeg'], 'photo.jpg')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  expect(button?.getAttribute('aria-busy')).toBe('true');
  act(() => button?.click());
  expect(opened).not.toHaveBeenCalled();
  await act(async () => unpack({ width: 40, height: 30 }));
  expect(button?.getAttribute('aria-busy')).toBeNull();
  expect(container.querySelectorAll('input[type="range"]')).toHaveLength(3);
});
