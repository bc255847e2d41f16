import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { sampleUser } from '../../../local/testing/samples.ts';
import { one, render } from '../../ui/test-render.ts';
import { AvatarPicker } from './avatar-picker.tsx';

test('a picture with holes is cropped on white, without the crop before it', async () => {
  const drawn: string[] = [];
  const context = {
    fillStyle: '',
    fillRect: () => drawn.push(context.fillStyle),
    drawImage: () => drawn.push('picture'),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30 }));
  const { container } = render(<AvatarPicker user={sampleUser()} />);
  const input = one(container, 'input[type="file"]') as HTMLInputElement;
  Object.defineProperty(input, 'files', { value: [new File(['png'], 'logo.png')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  expect(drawn).toEqual(['#fff', 'picture']);

  const [zoom] = container.querySelectorAll<HTMLInputElement>('input[type="range"]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(zoom, '2');
  await act(async () => zoom?.dispatchEvent(new Event('input', { bubbles: true })));
  expect(drawn).toEqual(['#fff', 'picture', '#fff', 'picture']);
});
