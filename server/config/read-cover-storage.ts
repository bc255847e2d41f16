import type { SettingReader } from './setting-reader.ts';

/** A bucket in a storage that speaks S3. */
export interface CoverStorageSettings {
  /** Where the storage is, without the bucket and a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What every storage takes as a name, none of which is another path. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** The storage of covers from the environment; undefined for none: they then lie in `DATA_DIR`. */
export function readCoverStorage(
  { text, url, complete }: SettingReader,
  faults: string[],
): CoverStorageSettings | undefined {
  const endpoint = url('COVERS_S3_ENDPOINT', ['http:', 'https:']);
  const storage = complete({
    COVERS_S3_ENDPOINT: text('COVERS_S3_ENDPOINT'),
    COVERS_S3_BUCKET: text('COVERS_S3_BUCKET'),
    COVERS_S3_ACCESS_KEY_ID: text('COVERS_S3_ACCESS_KEY_ID'),
    COVERS_S3_SECRET_ACCESS_KEY: text('COVERS_S3_SECRET_ACCESS_KEY'),
  });
  const region = text('COVERS_S3_REGION');
  if (!storage) {
    if (region !== undefined) faults.push('COVERS_S3_REGION needs COVERS_S3_ENDPOINT beside it');
    return undefined;
  }
  const bucket = storage.COVERS_S3_BUCKET;
  if (bucket && !BUCKET.test(bucket))
    faults.push(`COVERS_S3_BUCKET must be the name of a bucket, not "${bucket}"`);
  return {
    endpoint: endpoint ?? '',
    bucket,
    region: region ?? 'auto',
    accessKeyId: storage.COVERS_S3_ACCESS_KEY_ID,
    secretAccessKey: storage.COVERS_S3_SECRET_ACCESS_KEY,
  };
}
