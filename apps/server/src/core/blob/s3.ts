import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { minuteMs } from '@tongda/contract/core/durations';
import { StartupError } from '../pg/startup-error';
import { type AskedRange, partOf } from './range';
import { type Blob, type BlobStore, checkKey } from './store';

/** Where objects lie. */
export interface S3Settings {
  bucket: string;
  /** undefined: Amazon's own of the region */
  endpoint: string | undefined;
  region: string;
  accessKey: string;
  secretKey: string;
  /** the bucket stands in the path of an address instead of its host */
  pathStyle: boolean;
}

/** A stream goes up in parts of this size, which the protocol allows from 5 MiB; two of them are in memory. */
const partBytes = 8 * 1024 * 1024;
/** Objects up to this size are read at once, so that a slow reader holds no connection to the object store. */
const wholeBytes = 1024 * 1024;
/** The object with which a start looks whether the bucket can be used; no key of ours begins so. */
const probeKey = '.tongda-start';

/** A blob store in a bucket of Amazon S3, or of a service that speaks its protocol. */
export interface S3Store extends BlobStore {
  /** Writes and removes a small object. Throws StartupError when the settings are wrong; rejects with another error when the service cannot be reached. */
  check(): Promise<void>;
  close(): void;
}

export function s3Bucket(settings: S3Settings): S3Store {
  const client = clientOf(settings);
  const Bucket = settings.bucket;
  return {
    put: async (key, bytes) => {
      const object = { Bucket, Key: checkKey(key).join('/') };
      if (!(bytes instanceof Readable)) return putWhole(client, object, bytes);
      const parts = inParts(bytes, partBytes);
      try {
        const first = (await parts.next()).value ?? Buffer.alloc(0);
        const second = await parts.next();
        if (second.done) return await putWhole(client, object, first);
        return await putParts(client, object, first, second.value, parts);
      } finally {
        bytes.destroy();
      }
    },
    get: async (key, asked) => {
      const object = { Bucket, Key: checkKey(key).join('/') };
      try {
        return await (asked ? readPart(client, object, asked) : readWhole(client, object));
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw plain(error);
      }
    },
    remove: async (key) => {
      await sent(client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key).join('/') })));
    },
    check: async () => {
      try {
        const probe = { Bucket, Key: probeKey };
        await client.send(new PutObjectCommand({ ...probe, Body: 'tongda' }));
        await client.send(new DeleteObjectCommand(probe));
      } catch (error) {
        const status = statusOf(error);
        if (status === 404) throw new StartupError(`对象存储中没有存储桶 ${Bucket}（S3_BUCKET），请先创建。`);
        if (status === 301 || status === 400)
          throw new StartupError('对象存储不接受请求，请检查 S3_ENDPOINT、S3_REGION 与 S3_PATH_STYLE。');
        if (status === 403)
          throw new StartupError(
            `对象存储拒绝访问存储桶 ${Bucket}，请检查 S3_ACCESS_KEY、S3_SECRET_KEY 与它们的权限。`,
          );
        throw plain(error);
      }
    },
    close: () => client.destroy(),
  };
}

interface ObjectName {
  Bucket: string;
  Key: string;
}

function clientOf({ endpoint, region, accessKey, secretKey, pathStyle }: S3Settings): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // many services do not know the newer checksums in trailers; bodies are signed with their SHA-256
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: minuteMs, throwOnRequestTimeout: true },
  });
}

async function readWhole(client: S3Client, object: ObjectName): Promise<Blob> {
  const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(object));
  const { stream, length } = await bodyOf(Body, ContentLength);
  return { stream, sizeBytes: length, from: 0, length };
}

/** Asks for the size first: services answer in different ways what lies behind the end, or is counted from it. */
async function readPart(client: S3Client, object: ObjectName, asked: AskedRange): Promise<Blob> {
  const { ContentLength: sizeBytes = 0 } = await client.send(new HeadObjectCommand(object));
  const { from, length } = partOf(sizeBytes, asked);
  if (length === 0) return { stream: Readable.from([]), sizeBytes, from, length };
  const Range = `bytes=${from}-${from + length - 1}`;
  const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...object, Range }));
  if (ContentRange !== `bytes ${from}-${from + length - 1}/${sizeBytes}`) {
    if (Body instanceof Readable) Body.destroy();
    throw new Error('another part than was asked for');
  }
  return { ...(await bodyOf(Body, length)), sizeBytes, from };
}

async function bodyOf(body: unknown, length: number): Promise<{ stream: Readable; length: number }> {
  if (!(body instanceof Readable)) throw new Error('an object without a body');
  if (length > wholeBytes) return { stream: body, length };
  const whole = await buffer(body);
  return { stream: Readable.from([whole], { objectMode: false }), length: whole.length };
}

async function putWhole(client: S3Client, object: ObjectName, bytes: Uint8Array): Promise<{ sizeBytes: number }> {
  await sent(client.send(new PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.length })));
  return { sizeBytes: bytes.length };
}

/** Sends parts one after the other; the object changes when the last one has come, and not at all when one does not. */
async function putParts(
  client: S3Client,
  object: ObjectName,
  first: Buffer,
  second: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<{ sizeBytes: number }> {
  const { UploadId } = await sent(client.send(new CreateMultipartUploadCommand(object)));
  const done: { PartNumber: number; ETag: string | undefined }[] = [];
  let sizeBytes = 0;
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = done.length + 1;
    const part = { ...object, UploadId, PartNumber, Body, ContentLength: Body.length };
    const { ETag } = await sent(client.send(new UploadPartCommand(part)));
    done.push({ PartNumber, ETag });
    sizeBytes += Body.length;
  };
  try {
    await send(first);
    await send(second);
    for await (const part of rest) await send(part);
    const complete = { ...object, UploadId, MultipartUpload: { Parts: done } };
    await sent(client.send(new CompleteMultipartUploadCommand(complete)));
    return { sizeBytes };
  } catch (error) {
    // what was sent would be kept, and paid for; the service's own rules remove it when this fails too
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The bytes of a stream in pieces of one size, the last one shorter; none of an empty stream. */
async function* inParts(stream: Readable, size: number): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    let left = Buffer.from(chunk);
    while (bytes + left.length >= size) {
      const cut = size - bytes;
      yield Buffer.concat([...held, left.subarray(0, cut)], size);
      left = left.subarray(cut);
      held = [];
      bytes = 0;
    }
    held.push(left);
    bytes += left.length;
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
  return undefined;
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** The answer of a request; rejects with an error that may be logged. */
const sent = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw plain(error);
  });

/** An error without the request that it is about: answers of services repeat what was signed, and whose key it was. */
function plain(error: unknown): Error {
  if (error instanceof S3ServiceException)
    return new Error(`object store: ${error.name} (${error.$metadata.httpStatusCode ?? 'no status'})`);
  return error instanceof Error ? new Error(`object store: ${error.message}`) : new Error('object store: failed');
}
