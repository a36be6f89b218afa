import { encodeBody, msgId } from '@tongda/protocol/jt808/codec';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { BlobStore } from '../../core/blob/store';

/** Firmware as it goes out (0x8108). */
export interface Firmware {
  /** whose: terminal, camera … (upgradeTarget) */
  kind: number;
  maker: string;
  version: string;
  data: Uint8Array;
}

/** Firmware of packages. Rejects while the database, or the store of bytes, is away. */
export interface FirmwareStore {
  /** null when the package or its file is not there any more */
  load(packageId: string): Promise<Firmware | null>;
}

const bodies = new WeakMap<Firmware, Map<HeaderVersion, Uint8Array>>();

/** The message that carries a firmware. All terminals of a roll-out are sent the same bytes: a body for each would be 50 MB times two hundred terminals. */
export function upgradeBodyOf(firmware: Firmware, version: HeaderVersion): Uint8Array {
  let made = bodies.get(firmware);
  if (!made) {
    made = new Map();
    bodies.set(firmware, made);
  }
  let body = made.get(version);
  if (!body) {
    body = encodeBody(msgId.upgradePackage, firmware, version);
    made.set(version, body);
  }
  return body;
}

/** So many bytes of firmware stay in memory between the terminals of a roll-out. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Firmware in PostgreSQL and the blob store. All terminals of a package are sent the same bytes. */
export function pgFirmware(pool: Pool, blobs: BlobStore): FirmwareStore {
  const kept = new LRUCache<string, Firmware>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ data }) => data.length + 1,
  });
  return {
    async load(packageId) {
      const known = kept.get(packageId);
      if (known) return known;
      const { rows } = await pool.query<{ target: number; maker: string; fw_version: string; blob_key: string }>(
        'select target, maker, fw_version, blob_key from upgrade_package where id = $1 and deleted_at is null',
        [packageId],
      );
      const [row] = rows;
      const blob = row ? await blobs.get(row.blob_key) : null;
      if (!row || !blob) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of blob.stream) chunks.push(chunk);
      const data = Buffer.concat(chunks);
      const firmware = { kind: row.target, maker: row.maker, version: row.fw_version, data };
      kept.set(packageId, firmware);
      return firmware;
    },
  };
}
