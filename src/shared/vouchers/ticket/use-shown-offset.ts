import { REGIONS } from '../../../../contract/region-table.ts';
import { useIsClient } from '../../../platform/clock/use-is-client.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

/**
 * How far ahead of UTC, in minutes, a voucher's moments are said: undefined for the person's own zone, which the
 * server does not know; until the page is hydrated that of the voucher's region.
 */
export const useShownOffset = ({ region }: Pick<ShownVoucher, 'region'>): number | undefined =>
  useIsClient() ? undefined : REGIONS[region.key].utcOffsetMinutes;
