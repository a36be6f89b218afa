import { join } from 'node:path';
import type { Config } from '../../config';
import { StartupError } from '../pg/startup-error';
import { localFolder } from './local-folder';
import type { BlobStore } from './store';

type Settings = Pick<
  Config,
  'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_PATH_STYLE'
>;

/**
 * The store that the settings name, and how to end it: a bucket, else a folder below DATA_DIR. Throws StartupError for a bucket that is not there or refuses the key; one
 * that cannot be reached is only told, as positions do not need it.
 */
export async function openBlobs(
  config: Settings,
  log: { warn(facts: object, message: string): void },
): Promise<{ blobs: BlobStore; close: () => Promise<void> }> {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = config;
  if (!bucket) return { blobs: localFolder(join(config.DATA_DIR, 'blobs')), close: async () => undefined };
  // loaded only where it is used
  const { s3Bucket } = await import('./s3');
  const store = s3Bucket({
    bucket,
    endpoint,
    region,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    pathStyle: config.S3_PATH_STYLE === '1',
  });
  try {
    await store.check();
  } catch (error) {
    if (error instanceof StartupError) {
      store.close();
      throw error;
    }
    log.warn({ err: error }, 'the object store cannot be reached: files cannot be stored or read until it can');
  }
  return { blobs: store, close: async () => store.close() };
}
