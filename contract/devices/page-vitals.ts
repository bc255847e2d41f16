import { Type, type Static } from 'typebox';

import { Closed } from '../common.ts';

const LONGEST_MS = 600_000;
const Time = Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_MS }));

/** How one page felt on a device: what was not measured is absent, and nothing names the person. */
export const PageVitalsBody = Closed({
  /** Until the largest element was painted. */
  lcp_ms: Time,
  /** The slowest answer to a tap or key. */
  inp_ms: Time,
  /** Cumulative layout shift. */
  cls_ten_thousandths: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** Until a first visit had the app installed for offline use. */
  offline_ready_ms: Time,
});
export type PageVitalsBody = Static<typeof PageVitalsBody>;
