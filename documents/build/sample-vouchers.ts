import { REGIONS } from '../../contract/region-table.ts';
import type { VoucherDetail } from '../../contract/vouchers.ts';
import { SAMPLE_VOUCHER } from '../../contract/vouchers/sample-voucher.ts';

const COVER = {
  src: '/covers/sample/800.webp',
  srcset: '/covers/sample/800.webp 800w',
  width: 800,
  height: 450,
  video_bytes: 0,
};
const PREVIEW = 'UklGRg==';
const PAST = '2026-01-01T00:00:00.000Z';
const FUTURE = '2100-01-01T00:00:00.000Z';
const WINNER = { username: 'winner', avatar: null };

const OPEN: VoucherDetail = {
  ...SAMPLE_VOUCHER,
  id: 1,
  ulid: '01ARZ3NDEKTSV4RRFFQ69G5FA0',
  creator: 'creator',
  created_at: PAST,
  share_url: '',
};

type Facet = readonly Partial<VoucherDetail>[];

const METHODS: Facet = [
  { reveal_method: 'views' },
  { reveal_method: 'views', masked_digits: 2, views: 190, views_count: 190 },
  { reveal_method: 'time', remaining_time: Date.parse(FUTURE) },
  { reveal_method: 'time', remaining_time: Date.parse(PAST), masked_code: '48291*4469321' },
  { reveal_method: 'lottery', final_reveal_time: FUTURE, entries_count: 3, entry_cost: 50 },
  { purpose: 'payment', masked_digits: 3, masked_code: '*************' },
  { purpose: 'payment', masked_digits: 3, restrict_recipient: true, enable_2fa: true },
];
const STATES: Facet = [
  {},
  { expires_at: FUTURE, is_private: true, network: 'MTN' },
  { entry_rule: 'verified' },
  { status: 'pending' },
  { status: 'used', is_used: true, completed_at: PAST },
  ...[{ winner: WINNER, winning_guess_number: 7 }, { winners_count: 3 }, { winners_count: 0 }].map(
    (end) => ({
      status: 'completed' as const,
      is_used: true,
      code: '4829104469321',
      masked_code: '4829104469321',
      completed_at: PAST,
      ...end,
    }),
  ),
];
const COVERS: Facet = [
  {},
  { cover: COVER, ad_cover: COVER.src, media_type: 'image', preview: PREVIEW },
  { cover: COVER, ad_cover: COVER.src, media_type: 'image', ad_url: 'https://x.test' },
  {
    cover: { ...COVER, video_bytes: 1 },
    ad_cover: '/covers/sample/film.webm',
    media_type: 'video',
    ad_copy: 'More',
  },
  { cover: { ...COVER, src: '', srcset: '', video_bytes: 1 }, media_type: 'video' },
];
/** These names produce each avatar colour. */
const CREATORS: Facet = Array.from('abcdefghijklmnop', (creator) => ({ creator }));
const CLOTHS: Facet = Object.values(REGIONS).flatMap(({ key, currency, currency_symbol }) =>
  ['0', '1', '2', '3', '4', '5'].map((end) => ({
    ulid: `01ARZ3NDEKTSV4RRFFQ69G5FA${end}`,
    currency,
    region: { key, currency, currency_symbol },
  })),
);

/** Covers every state of a voucher page, so that its inlined styles are complete. */
export const SAMPLE_VOUCHERS: readonly VoucherDetail[] = [
  ...METHODS.flatMap((method) =>
    STATES.flatMap((state) => COVERS.map((cover) => ({ ...OPEN, ...method, ...state, ...cover }))),
  ),
  ...[...CLOTHS, ...CREATORS].map((look) => ({ ...OPEN, ...look })),
];
