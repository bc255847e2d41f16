type UrlParser = new (
  target: string,
  base?: string,
) => {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
};

/** Returns path, query and hash of a target on the same origin (spec 5), else undefined. */
export function pathOnOrigin(target: string, origin: string, Url: UrlParser): string | undefined {
  let url: InstanceType<UrlParser>;
  try {
    url = new Url(target, origin);
  } catch {
    return undefined;
  }
  // The URL parser turns `/.//host` into `//host`, which is another origin.
  if (url.origin !== new Url(origin).origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
