/** Confirms shares whose visitors had a day. */
export const SETTLE_ARRIVALS = 'settle-arrivals';
/** The same for a visitor who has just proved their address. */
export const SETTLE_VISITOR = 'settle-visitor';

export interface VisitorJob {
  readonly userId: number;
}
