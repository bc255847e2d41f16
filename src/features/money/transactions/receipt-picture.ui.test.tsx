import { afterEach, expect, test, vi } from 'vitest';

import { sampleTransaction } from '../../../../local/testing/samples.ts';
import { sharePicture } from '../../../shared/pictures/share-picture.ts';
import { receiptFile } from './receipt-picture.ts';

const written: string[] = [];
const filled: string[] = [];

class Ruler {
  readonly canvas = { toBlob: (done: (blob: Blob) => void) => done(new Blob(['png'])) };
  fillStyle = '';
  save = (): void => undefined;
  restore = this.save;
  translate = this.save;
  scale = this.save;
  stroke = this.save;
  beginPath = this.save;
  setLineDash = this.save;
  moveTo = this.save;
  lineTo = this.save;
  fillRect = this.save;
  roundRect = this.save;
  fill = (): void => void filled.push(this.fillStyle);
  measureText = (text: string): { width: number } => ({ width: text.length });
  fillText = (text: string): void => void written.push(text);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the picture says amount, fee, date, to whom and reference, light on any theme, and is what is shared', async () => {
  vi.stubGlobal('Path2D', Object);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => new Ruler() as unknown as never,
  );
  Object.assign(document, { fonts: { load: async () => [] } });
  const file = await receiptFile({
    ...sampleTransaction({
      transaction_type: 'withdrawal',
      status: 'completed',
      amount: 12_025,
      reference: 'gdw-91c0',
      created_at: new Date(2026, 10, 20, 14, 5).toISOString(),
    }),
    fetchedAt: 1,
    from: { name: 'Your wallet', detail: 'NGN' },
    to: { name: 'Ada Obi', detail: 'Guaranty Trust Bank ••6789' },
    lines: [
      { label: 'Amount', amount: 12_000 },
      { label: 'Fee', amount: 25 },
    ],
  });
  for (const said of [
    '−₦12,025',
    'Completed',
    '20 November 2026, 14:05',
    'Ada Obi, Guaranty Trust Bank ••6789',
    '₦12,000',
    '₦25',
    'gdw-91c0',
  ])
    expect(written).toContain(said);
  expect(filled).toEqual(['#fffdf7']);

  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { share });
  if (!file) throw new Error('nothing was drawn');
  await sharePicture(file, 'Goodies receipt');
  expect(share.mock.calls).toEqual([[{ text: 'Goodies receipt', files: [file] }]]);
  expect(file.name).toBe('goodies-receipt-gdw-91c0.png');
});
