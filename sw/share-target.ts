import { CACHES, SHARED_PICTURE } from '../contract/storage-keys.ts';

export const SHARE_PATH = '/share';
const TEXTS = ['title', 'text', 'url'];
/** As much as the page reads of a text. */
const MAX_CHARS = 4_000;

interface ShareDeps {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly origin: string;
}

/** What another app shares is posted here by the system and goes no further: a picture waits until the page reads it. */
export async function receiveShare(
  { caches, origin }: ShareDeps,
  request: Pick<Request, 'formData'>,
): Promise<Response> {
  const page = new URL(SHARE_PATH, origin);
  try {
    const form = await request.formData();
    for (const name of TEXTS) {
      const text = form.get(name);
      if (typeof text === 'string' && text !== '')
        page.searchParams.set(name, text.slice(0, MAX_CHARS));
    }
    const picture = form.get('picture');
    if (picture instanceof Blob && picture.size > 0) {
      await (await caches.open(CACHES.shared)).put(SHARED_PICTURE, new Response(picture));
      page.searchParams.set('picture', '1');
    }
  } catch {
    // A broken form or a full device: the page says that nothing was found.
  }
  return Response.redirect(page.href, 303);
}
