/** A page weighs some 12 KB: so many are what a day may cost unasked. */
export const MAX_FOLLOWED = 5;

interface FollowedDeps {
  readonly isSaving: () => Promise<boolean>;
  /** Ulids of the vouchers that are followed here. */
  readonly readFollowed: () => Promise<readonly string[]>;
  /** Caches the page of a path; leaves failures alone. */
  readonly cache: (path: string) => Promise<void>;
}

/**
 * Fetches the pages of followed vouchers, so that they open with what was true some hours ago where there is no
 * network; one after the other, and none while data is saved. The events go on where nothing is: what is followed may
 * be back with the next sign-in, and no page registers them then.
 */
export async function refreshFollowed(deps: FollowedDeps): Promise<void> {
  if (await deps.isSaving()) return;
  const followed = await deps.readFollowed();
  for (const ulid of followed.slice(0, MAX_FOLLOWED)) await deps.cache(`/v/${ulid}`);
}
