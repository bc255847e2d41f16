import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';

import type { Cover, Voucher } from '../../../contract/vouchers.ts';
import { updateCover as makeCover } from '../../../server/vouchers/by-purpose/post-routes.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import {
  coverHeaders,
  flatPicture,
  mp4,
  noisyPicture,
  phoneFilm,
  sidewaysPhoto,
  taggedWebm,
  windowsProgram,
} from '../../fixtures/cover-files.ts';
import { formOf, guess, openGiveaway, postGiveaway } from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure } from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const PHONE_MAX_BYTES = 40 * 1024;

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 500_000n }, kofi: {} });

const postWith = async (bytes: Buffer, name = 'cover.jpg'): Promise<Voucher> => {
  const { ulid } = await postGiveaway(test, ada, {}, { name, bytes });
  return detailFor(test, ada, ulid);
};

const pictureOf = (voucher: Voucher): Cover => {
  if (!voucher.cover) throw new Error('no cover');
  return voucher.cover;
};

/** The picture of each width. */
const variantsOf = (cover: Cover): { url: string; width: number }[] =>
  cover.srcset.split(', ').map((one) => {
    const [url = '', width = ''] = one.split(' ');
    return { url, width: Number.parseInt(width, 10) };
  });

const load = async (url: string, headers: Record<string, string> = {}) => {
  const response = await test.app.inject({ method: 'GET', url, headers });
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
};

const updateCover = (
  person: Person,
  ulid: string,
  bytes: Buffer,
  poster?: Buffer,
): Promise<Reply> => {
  const still = poster && { field: 'ad_poster', name: 'poster', bytes: poster };
  const form = formOf([], { name: 'cover', bytes }, still);
  return test.call('POST', `/vouchers/${ulid}/update-cover`, { token: person.token, ...form });
};

describe('a picture', () => {
  it('is kept in five widths, light enough for a phone, public and for ever', async () => {
    const voucher = await postWith(await noisyPicture(2000, 1500));
    expect(voucher.media_type).toBe('image');
    const cover = pictureOf(voucher);
    expect(cover).toMatchObject({ width: 800, height: 600, video_bytes: 0 });
    const variants = variantsOf(cover);
    expect(variants.map(({ width }) => width)).toEqual([160, 280, 560, 800, 1280]);
    expect(voucher.ad_cover).toBe(variants.at(-1)?.url);
    for (const { url, width } of variants) {
      const { status, bytes, headers } = await load(url);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        ...coverHeaders(bytes),
        'x-content-type-options': 'nosniff',
      });
      expect((await sharp(bytes).metadata()).width).toBe(width);
      if (width <= 800) expect(bytes.length).toBeLessThanOrEqual(PHONE_MAX_BYTES);
    }
  });

  it('is turned upright and loses its metadata', async () => {
    const cover = pictureOf(await postWith(await sidewaysPhoto(300, 600)));
    expect(cover).toMatchObject({ width: 300, height: 600 });
    const { bytes } = await load(cover.src);
    expect(bytes.includes('SECRET-ARTIST')).toBe(false);
    const { exif, orientation } = await sharp(bytes).metadata();
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
    const { data } = await sharp(bytes)
      .extract({ left: 150, top: 20, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data[2]).toBeLessThan(60);
  });

  it('is never made larger than it is', async () => {
    const cover = pictureOf(await postWith(await flatPicture('png', 90, 60)));
    expect(variantsOf(cover).map(({ width }) => width)).toEqual([90]);
  });

  it.each(['png', 'webp', 'avif'] as const)('may be %s, whatever its name says', async (format) => {
    const voucher = await postWith(await flatPicture(format), 'program.exe');
    expect(voucher.media_type).toBe('image');
  });
});

describe('the preview of a cover', () => {
  const picture = async () => ({ name: 'a.jpg', bytes: await noisyPicture(900, 500) });

  it('comes with the voucher itself, and with no list', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const { preview = '' } = await detailFor(test, undefined, ulid);
    expect((await sharp(Buffer.from(preview, 'base64')).metadata()).format).toBe('webp');
    for (const path of ['/vouchers?per_page=100', '/vouchers/featured', '/vouchers/created']) {
      const list = await test.call('GET', path, { token: ada.token });
      expect(list.status, list.text).toBe(200);
      expect(list.text).toContain(ulid);
      expect(list.text).not.toContain('"preview"');
    }
  });

  it('is refused to callers who may not see the voucher', async () => {
    const file = await picture();
    const pending = await postGiveaway(test, ada, {}, file);
    const hidden = await openGiveaway(test, ada, { is_private: 'true' }, file);
    for (const name of [pending.ulid, hidden.id]) {
      const reply = await test.call('GET', `/vouchers/${name}`, { token: kofi.token });
      expectFailure(reply, 404, 'voucher_removed');
      expect(reply.text).not.toContain('preview');
    }
  });

  it('follows the cover, and is missing with a video and with a see-through picture', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const before = await detailFor(test, undefined, ulid);
    expect((await updateCover(ada, ulid, await flatPicture('png'))).status).toBe(200);
    const { preview } = await detailFor(test, undefined, ulid);
    expect(preview).toEqual(expect.any(String));
    expect(preview).not.toBe(before.preview);
    const glass = await sharp(await flatPicture('png'))
      .ensureAlpha(0.5)
      .png()
      .toBuffer();
    for (const cover of [glass, mp4(2000)]) {
      expect((await updateCover(ada, ulid, cover)).status).toBe(200);
      expect(await detailFor(test, undefined, ulid)).not.toHaveProperty('preview');
    }
  });
});

it('a video is served without the place where a phone recorded it, and else byte for byte', async () => {
  const place = '+06.5244+003.3792/';
  const film = phoneFilm(place);
  const voucher = await postWith(film, 'film.mp4');
  const { bytes } = await load(voucher.ad_cover ?? '');
  const blank = '\0'.repeat(place.length);
  // Its boxes are blanked with their heads: what is left of one inside another is nothing.
  const expected = film
    .toString('latin1')
    .replaceAll(/udta(.{4})\u00a9xyz/gs, (_, size: string) => `free${'\0'.repeat(size.length + 4)}`)
    .replaceAll(`meta${place}`, `free${place}`)
    .replaceAll(`uuid${place}`, `free${place}`)
    .replaceAll(place, blank);
  expect(bytes.toString('latin1')).toBe(expected);
});

it('a WebM is served without the title and place that were in it', async () => {
  const note = 'Lagos +06.5244+003.3792';
  const voucher = await postWith(taggedWebm(note), 'film.webm');
  const { bytes } = await load(voucher.ad_cover ?? '');
  expect([bytes.length, bytes.includes(note)]).toEqual([taggedWebm(note).length, false]);
});

it.each(['3gp4', 'M4V ', 'qt  '])('a film of the brand %j is a cover', async (brand) => {
  const voucher = await postWith(mp4(2000, { brand }), 'film');
  const { headers } = await load(voucher.ad_cover ?? '');
  expect([voucher.media_type, headers['content-type']]).toEqual(['video', 'video/mp4']);
});

describe('changing a cover', () => {
  it('keeps the poster of a video as it keeps a picture, until both are replaced', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const poster = await noisyPicture(900, 500);
    const reply = await updateCover(ada, ulid, mp4(2000), poster);
    expect(reply.status, reply.text).toBe(200);
    const voucher = await detailFor(test, undefined, ulid);
    const cover = pictureOf(voucher);
    expect(voucher).toMatchObject({ media_type: 'video', preview: expect.any(String) });
    expect(cover).toMatchObject({ width: 800, height: 444, video_bytes: 2000 });
    expect((await load(voucher.ad_cover ?? '')).bytes).toEqual(mp4(2000));
    const stills = variantsOf(cover);
    expect(stills.map(({ width }) => width)).toEqual([160, 280, 560, 800, 900]);
    for (const { url } of stills) expect((await load(url)).status).toBe(200);

    expect((await updateCover(ada, ulid, mp4(1000))).status).toBe(200);
    for (const { url } of stills) expect((await load(url)).status).toBe(404);
    expect((await load(voucher.ad_cover ?? '')).status).toBe(404);
  });

  it('stays as it was where its giveaway is won while another one is made', async () => {
    const bytes = await flatPicture('png');
    const { ulid, code } = await openGiveaway(test, ada, {}, { name: 'cover', bytes });
    const { cover } = await detailFor(test, undefined, ulid);
    const read = async () => {
      expect((await guess(test, kofi, ulid, code)).body).toMatchObject({ result: 'won' });
      return bytes;
    };
    const put = vi.spyOn(test.deps.covers, 'put');
    const made = makeCover(test.deps, ulid, ada.userId, { cover: { read } });
    await expect(made).rejects.toMatchObject({ code: 'voucher_used' });
    const paths = put.mock.calls.map(([path]) => path);
    put.mockRestore();
    expect(paths).toHaveLength(3);
    for (const path of paths) expect((await load(`/covers/${path}`)).status).toBe(404);
    expect((await detailFor(test, undefined, ulid)).cover).toEqual(cover);
  });

  it('is for the creator, with one file and nothing else', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const picture = await flatPicture('png');
    expectFailure(await updateCover(kofi, ulid, picture), 403, 'forbidden');
    expectFailure(await updateCover(ada, ulid, windowsProgram()), 415, 'cover_invalid');
    const path = `/vouchers/${ulid}/update-cover`;
    const more = formOf([['amount', '1']], { name: 'a.png', bytes: picture });
    for (const form of [formOf([]), more]) {
      const reply = await test.call('POST', path, { token: ada.token, ...form });
      expectFailure(reply, 422, 'validation_failed');
    }
    expectFailure(await test.call('POST', path, { ...more }), 401, 'unauthenticated');
    expect((await detailFor(test, undefined, ulid)).cover).toBeNull();
  });
});
