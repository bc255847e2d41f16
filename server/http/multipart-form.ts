import { createHash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { AppError, fieldError } from './app-error.ts';

/** A form as it was sent: texts and files by name. */
export interface MultipartForm {
  readonly texts: ReadonlyMap<string, string>;
  /** Without those of no bytes, which a file field sends that was left empty. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** SHA-256 of all of it, hex: stands for the form where a repeated request is recognised. Never stored as it is. */
  readonly hash: string;
}

/**
 * Reads a multipart form whose files are called as in `fileFields`, one each. Sizes are limited where the
 * parser is registered.
 * @throws AppError `unsupported_media` for another kind of body; 422 for a field that comes twice, is too
 * long or is no text, and for a file under another name; `malformed` for a form that is broken.
 */
export async function readMultipartForm(
  request: FastifyRequest,
  fileFields: readonly string[],
): Promise<MultipartForm> {
  if (!request.isMultipart()) throw new AppError('unsupported_media');
  try {
    return await readParts(request, fileFields);
  } catch (error) {
    // What is left unread would keep the connection busy for minutes, and the server from stopping.
    request.raw.unpipe().resume();
    // The parser's own words for a form without a boundary or an end have no status.
    const isKnown = error instanceof Error && 'statusCode' in error;
    throw isKnown || error instanceof AppError ? error : new AppError('malformed');
  }
}

async function readParts(
  request: FastifyRequest,
  fileFields: readonly string[],
): Promise<MultipartForm> {
  const texts = new Map<string, string>();
  const files = new Map<string, Buffer>();
  for await (const part of request.parts()) {
    const name = part.fieldname.slice(0, 64);
    if (part.type === 'file') {
      if (!fileFields.includes(part.fieldname))
        throw fieldError(name, 'is not a file of this request');
      if (files.has(name)) throw fieldError(name, 'is given more than once');
      const bytes = await part.toBuffer();
      if (bytes.length > 0) files.set(name, bytes);
      continue;
    }
    if (part.fieldnameTruncated || part.valueTruncated) throw fieldError(name, 'is too long');
    if (typeof part.value !== 'string') throw fieldError(name, 'must be text');
    if (texts.has(part.fieldname)) throw fieldError(name, 'is given more than once');
    texts.set(part.fieldname, part.value);
  }
  return { texts, files, hash: hashOf(texts, files) };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

function hashOf(texts: ReadonlyMap<string, string>, files: ReadonlyMap<string, Buffer>): string {
  const digests = [...files].map(
    ([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')] as const,
  );
  return createHash('sha256')
    .update(JSON.stringify([[...texts].toSorted(byName), digests.toSorted(byName)]))
    .digest('hex');
}
