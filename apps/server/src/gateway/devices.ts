import type { Pool } from 'pg';

/** A terminal as the gateway needs it. */
export interface Device {
  id: string;
  clientId: string;
  /** Which of its items mean what (protocol's registry). */
  itemProfile: string;
  /** Frames with a wrong checksum, and foreign authentication codes, are accepted. */
  lenient: boolean;
  authCode: string | null;
  bindings: Binding[];
}

/** The device sat in the vehicle from `from` until before `until` (epoch ms, infinite when open). */
export interface Binding {
  vehicleId: string;
  from: number;
  until: number;
}

/** Vehicle in which the device sat at `at` (epoch ms); null while it was in stock. */
export function vehicleAt(device: Device, at: number): string | null {
  for (const b of device.bindings) if (at >= b.from && at < b.until) return b.vehicleId;
  return null;
}

/** A terminal that nobody has entered, as it knocked. */
export interface UnknownTerminal {
  phoneKey: string;
  frames: number;
  lastHex: string;
  remote: string;
}

/** What the gateway reads and writes besides the bus. */
export interface DeviceStore {
  /** Devices by phone key or alias; keys that are not in the answer are unknown. */
  find(phoneKeys: readonly string[]): Promise<Map<string, Device>>;
  /** Keeps `code` unless the device has one already; answers the code in force. */
  saveAuthCode(deviceId: string, code: string): Promise<string>;
  /** When devices were last heard of (epoch ms by device id). */
  markSeen(seen: ReadonlyMap<string, number>): Promise<void>;
  recordUnknown(terminals: readonly UnknownTerminal[]): Promise<void>;
}

interface DeviceRow {
  key: string;
  is_alias: boolean;
  id: string;
  client_id: string;
  item_profile: string;
  lenient_checksum: boolean;
  auth_code: string | null;
  bindings: Array<[string, number | string | null, number | string | null]>;
}

const findSql = `
  with wanted as (select * from unnest($1::text[], $2::text[]) as w(key, spelling)),
  found as (
    select w.key, false as is_alias, d.id from wanted w join device d on d.phone_key = w.spelling
    union
    select w.key, true, a.device_id from wanted w join device_alias a on a.alias = w.spelling)
  select f.key, f.is_alias, d.id::text, d.client_id::text, d.item_profile, d.lenient_checksum, d.auth_code,
    coalesce((
      select json_agg(json_build_array(b.vehicle_id::text, extract(epoch from lower(b.during)) * 1000, extract(epoch from upper(b.during)) * 1000))
      from device_binding b where b.device_id = d.id and not isempty(b.during)), '[]') as bindings
  from found f join device d on d.id = f.id
  where d.deleted_at is null`;

/** The tables, read as the owner: a terminal's company is what the look-up is about. */
export function pgDeviceStore(pool: Pool): DeviceStore {
  return {
    async find(phoneKeys) {
      const spellings = phoneKeys.flatMap((key) => spellingsOf(key).map((spelling) => ({ key, spelling })));
      const { rows } = await pool.query<DeviceRow>(findSql, [
        spellings.map((s) => s.key),
        spellings.map((s) => s.spelling),
      ]);
      // a terminal's own number wins over another one's alias
      rows.sort((a, b) => Number(b.is_alias) - Number(a.is_alias));
      return new Map(rows.map((row) => [row.key, deviceOf(row)]));
    },
    async saveAuthCode(deviceId, code) {
      const { rows } = await pool.query<{ auth_code: string }>(
        'update device set auth_code = coalesce(auth_code, $2) where id = $1 returning auth_code',
        [deviceId, code],
      );
      return rows[0]?.auth_code ?? code;
    },
    async markSeen(seen) {
      await pool.query(
        `update device set last_seen_at = greatest(last_seen_at, s.at) from unnest($1::bigint[], $2::timestamptz[]) as s(id, at)
         where device.id = s.id`,
        [[...seen.keys()], [...seen.values()].map((at) => new Date(at))],
      );
    },
    async recordUnknown(terminals) {
      await pool.query(
        `insert into unknown_terminal (phone_key, frames, last_hex, remote)
         select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[])
         on conflict (phone_key) do update set frames = unknown_terminal.frames + excluded.frames, last_seen_at = now(),
           last_hex = excluded.last_hex, remote = excluded.remote`,
        [
          terminals.map((t) => t.phoneKey),
          terminals.map((t) => t.frames),
          terminals.map((t) => t.lastHex),
          terminals.map((t) => t.remote),
        ],
      );
    },
  };
}

/** Numbers are entered as printed on the terminal: with or without the zeros of the 12 or 20 digits of the header. */
function spellingsOf(key: string): string[] {
  return [...new Set([key, key.padStart(12, '0'), key.padStart(20, '0')])];
}

function deviceOf(row: DeviceRow): Device {
  return {
    id: row.id,
    clientId: row.client_id,
    itemProfile: row.item_profile,
    lenient: row.lenient_checksum,
    authCode: row.auth_code,
    bindings: row.bindings.map(([vehicleId, from, until]) => ({
      vehicleId,
      from: from === null ? Number.NEGATIVE_INFINITY : Number(from),
      until: until === null ? Number.POSITIVE_INFINITY : Number(until),
    })),
  };
}
