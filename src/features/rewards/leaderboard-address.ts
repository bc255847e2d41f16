import { REGION_KEYS, type RegionKey } from '../../../contract/region-table.ts';
import { PERIODS, type Period } from '../../../contract/rewards/reasons.ts';

/** What of the leaderboard is shown, as its address says; no region is everywhere. */
export interface LeaderboardAddress {
  readonly period: Period;
  readonly region: RegionKey | undefined;
}

/** Reads the query of /leaderboard; what it does not understand, it leaves out. */
export function readLeaderboardAddress(query: URLSearchParams): LeaderboardAddress {
  const [period, region] = [query.get('period'), query.get('region')];
  return {
    period: PERIODS.find((one) => one === period) ?? 'week',
    region: REGION_KEYS.find((one) => one === region),
  };
}

/** The leaderboard's address; it can be bookmarked. */
export function leaderboardPath({ period, region }: LeaderboardAddress): string {
  const query = new URLSearchParams({
    ...(period !== 'week' && { period }),
    ...(region && { region }),
  });
  return query.size > 0 ? `/leaderboard?${query.toString()}` : '/leaderboard';
}
