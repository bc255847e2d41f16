/** `URL` is passed in, because this folder compiles without DOM and Node types. */
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
 * Where a target leads on the same origin (spec 5).
 * @returns path, query and hash; undefined for other origins
 */
export function pathOnOrigin(target: string, origin: string, Url: UrlParser): string | undefined {
  let url: InstanceType<UrlParser>;
  try {
    url = new Url(target, origin);
  } catch {
    return undefined;
  }
  // `/.//host` normalises to `//host`, which is another origin.
  if (url.origin !== new Url(origin).origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
