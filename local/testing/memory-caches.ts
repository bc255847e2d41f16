type Entries = Map<string, Response>;

const hrefOf = (request: RequestInfo | URL): string =>
  request instanceof Request ? request.url : String(request);

function memoryCache(entries: Entries) {
  return {
    match: async (request: RequestInfo | URL) => entries.get(hrefOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) =>
      void entries.set(hrefOf(request), response),
    delete: async (request: RequestInfo | URL) => entries.delete(hrefOf(request)),
    keys: async () => [...entries.keys()].map((href) => new Request(href)),
  };
}

export function memoryCaches(): Pick<CacheStorage, 'open' | 'delete' | 'keys'> & {
  readonly contents: Map<string, Entries>;
} {
  const contents = new Map<string, Entries>();
  return {
    contents,
    open: async (name) => {
      const entries = contents.get(name) ?? new Map<string, Response>();
      contents.set(name, entries);
      // Only the methods that the app uses exist.
      return memoryCache(entries) as unknown as Cache;
    },
    delete: async (name) => contents.delete(name),
    keys: async () => [...contents.keys()],
  };
}
