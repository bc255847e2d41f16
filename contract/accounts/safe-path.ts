/** The platform's own `URL`, which this folder cannot name: it is compiled for every platform. */
type UrlParser = new (
  target: string,
  base?: string,
) => {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
};

/**
 * Where a target leads, if a browser would stay on an origin for it (spec 5: only the same origin is honoured).
 * @param Url the platform's `URL`
 * @returns path, query and hash; undefined for anything that leads elsewhere or is no address
 */
export function pathOnOrigin(target: string, origin: string, Url: UrlParser): string | undefined {
  let url: InstanceType<UrlParser>;
  try {
    url = new Url(target, origin);
  } catch {
    return undefined;
  }
  // '/.//host' stays on the origin here but becomes '//host', which is another one.
  if (url.origin !== new Url(origin).origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
