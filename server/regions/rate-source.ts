/** Where exchange rates come from. */
export interface RateSource {
  /** Units of NGN, GHS and KES for one USD. @throws when the source cannot be read, or stands still. */
  readUsdRates(
    nowMs: number,
  ): Promise<{ readonly NGN: number; readonly GHS: number; readonly KES: number }>;
}
