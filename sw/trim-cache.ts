/** Deletes the entries of a cache that were put in first, until `max` are left. */
export async function trimCache(cache: Pick<Cache, 'keys' | 'delete'>, max: number): Promise<void> {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -max).map((request) => cache.delete(request)));
}
