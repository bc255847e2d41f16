/** What of a voucher changes with every visit, entry or second; all else of it rests for hours. */
export const LIVE_FIELDS: readonly string[] = [
  'views',
  'views_count',
  'link_click_count',
  'entries_count',
  'wait_seconds',
];
