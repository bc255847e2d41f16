import { REGIONS } from '../../../../contract/region-table.ts';
import { useIsClient } from '../../../platform/clock/use-is-client.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

/**
 * The zone in which to say a voucher's moments: the person's own, undefined, which the server does not know;
 * until the page is hydrated the voucher's, as an IANA name.
 */
export const useShownTimeZone = ({ region }: Pick<ShownVoucher, 'region'>): string | undefined =>
  useIsClient() ? undefined : REGIONS[region.key].timezone;
