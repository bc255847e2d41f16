/** Holds the list of the files that were left behind by the last change of builds, and how the last build was received. */
export const FORMER_CACHE = 'goodies-former';
const LIST = '/former-files';

interface FormerFilesOptions {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>;
  readonly precacheName: string;
  /** Whether the build in use has this file. */
  readonly isCurrent: (href: string) => boolean;
}

async function readList(cache: Cache): Promise<readonly string[]> {
  const list = await cache.match(LIST);
  return list ? ((await list.json()) as readonly string[]) : [];
}

/** The files that the build in use does not have. */
const listOthers = async (
  precache: Cache,
  isCurrent: FormerFilesOptions['isCurrent'],
): Promise<readonly string[]> =>
  (await precache.keys()).map(({ url }) => url).filter((href) => !isCurrent(href));

/**
 * Tidies the precache as a build begins to be used. The files of the one before stay until the next change: a tab that
 * still runs it may ask for more of its code, which the server has no longer.
 */
export async function retireFiles({
  caches,
  precacheName,
  isCurrent,
}: FormerFilesOptions): Promise<void> {
  const [precache, former] = await Promise.all([
    caches.open(precacheName),
    caches.open(FORMER_CACHE),
  ]);
  const retired = new Set(await readList(former));
  const others = await listOthers(precache, isCurrent);
  // First, as a full phone has no room for the list before.
  await Promise.all(
    others.filter((href) => retired.has(href)).map((href) => precache.delete(href)),
  );
  await former.put(LIST, new Response(JSON.stringify(others.filter((href) => !retired.has(href)))));
}

/** Deletes all that the build in use does not have: of a broken one nothing stays. */
export async function dropFormerFiles({
  caches,
  precacheName,
  isCurrent,
}: FormerFilesOptions): Promise<void> {
  const precache = await caches.open(precacheName);
  const others = await listOthers(precache, isCurrent);
  await Promise.all([...others.map((href) => precache.delete(href)), caches.delete(FORMER_CACHE)]);
}
