import { act } from 'react';
import { describe, expect, it, vi, test } from 'vitest';

import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { one, render } from '../../../ui/test-render.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { LearnMore, TicketFootnote } from './giveaway-ticket.tsx';

const track = vi.hoisted(() => vi.fn());
vi.mock('../../../platform/tracking.ts', () => ({ trackLinkClick: track }));

describe("the creator's own link", () => {
  it('opens beside the app, cannot reach back, counts for no search engine, and is counted', () => {
    const voucher = sampleVoucher({ ad_url: 'https://shop.example/', ad_copy: '' });
    const { container } = render(<LearnMore voucher={voucher} />);
    const link = one(container, 'a');
    expect(link.textContent).toContain('Learn more');
    expect(link.getAttribute('href')).toBe('https://shop.example/');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(
      link
        .getAttribute('rel')
        ?.split(' ')
        .sort((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['nofollow', 'noopener', 'noreferrer', 'ugc']);
    link.addEventListener('click', (event) => event.preventDefault());
    act(() => link.click());
    expect(track).toHaveBeenCalledWith(voucher.ulid);
  });

  it('is words where there is no link, which are counted as well, and nothing where there are neither', () => {
    track.mockReset();
    const words = sampleVoucher({ ad_url: null, ad_copy: 'Buy one, get one' });
    const button = one(render(<LearnMore voucher={words} />).container, 'button');
    expect(button.textContent).toContain('Learn more');
    act(() => button.click());
    expect(track).toHaveBeenCalledExactlyOnceWith(words.ulid);
    const neither = sampleVoucher({ ad_url: null, ad_copy: null });
    expect(render(<LearnMore voucher={neither} />).container.textContent).toBe('');
  });
});

const refreshUser = vi.fn(async (_options: { readonly force: boolean }) => ({ ok: true }));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) => call({ refreshUser }),
}));

function show(reason: string): void {
  refreshUser.mockClear();
  render(
    <AppRouter path="/" search="">
      <TicketFootnote voucher={sampleVoucher()} reason={reason} noteId="note" />
    </AppRouter>,
  );
}

test('a giveaway that takes a proved address hears of a link that was opened elsewhere once it is seen again', async () => {
  show(errorMessage('guess_unverified'));
  expect(refreshUser).toHaveBeenCalledTimes(1);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(refreshUser).toHaveBeenCalledTimes(2);
  expect(refreshUser).toHaveBeenCalledWith({ force: true });
});

test('another reason asks for nobody', () => {
  show(errorMessage('own_voucher'));
  expect(refreshUser).not.toHaveBeenCalled();
});
