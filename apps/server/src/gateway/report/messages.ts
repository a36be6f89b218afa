import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import type { Pool } from 'pg';
import { ownerColumn, type Sender } from '../terminal/devices';

/** A message that is kept as it came: a waybill, data of the driving recorder or the CAN bus, data that nothing here reads. */
export interface KeptMessage extends Sender {
  clientId: string;
  vehicleId: string | null;
  msgId: number;
  edition: HeaderVersion;
  /** the body came compressed and is unpacked */
  unpacked: boolean;
  body: Uint8Array;
  /** epoch ms */
  receivedAt: number;
}

/** Where such messages go. Rejects when the database is away. */
export interface MessageStore {
  /** Keeps a message; one that the terminal sends again, as it had no answer, is kept once. */
  keep(message: KeptMessage): Promise<void>;
}

/** The same bytes of a terminal within this time are a repetition, min. */
const repeatedMin = 10;

/** The store in PostgreSQL. `pool` must be the owner's, as a gateway serves the terminals of all companies. */
export function pgMessageStore(pool: Pool): MessageStore {
  return {
    async keep({ deviceId, portableId, clientId, vehicleId, msgId, edition, unpacked, body, receivedAt }) {
      const sha256 = createHash('sha256')
        .update(Uint8Array.of(msgId >> 8, msgId & 0xff))
        .update(body)
        .digest();
      const owner = ownerColumn({ portableId });
      const at = new Date(receivedAt);
      await pool.query(
        `insert into terminal_message (client_id, ${owner}, vehicle_id, msg_id, edition, unpacked, body, sha256, received_at)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9
         where not exists (select from terminal_message m where m.${owner} = $2 and m.sha256 = $8
           and m.received_at > $9::timestamptz - make_interval(mins => ${repeatedMin}))`,
        [clientId, portableId ?? deviceId, vehicleId, msgId, edition, unpacked, Buffer.from(body), sha256, at],
      );
    },
  };
}

/** What a compressed message may become, bytes: far more than any terminal has to say, far less than a small bomb. */
export const unpackedBytes = 256 * 1024;

const unpackAsync = promisify(gunzip);

/** Unpacks what a terminal has compressed (0x0901); null when it is no gzip stream, is cut off, or becomes longer than it may. */
export async function unpack(data: Uint8Array): Promise<Uint8Array | null> {
  try {
    return await unpackAsync(data, { maxOutputLength: unpackedBytes });
  } catch {
    return null;
  }
}
