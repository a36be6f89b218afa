import type { TerminalPolicy } from '@tongda/contract/resources/device/enums';
import type { TerminalSettings } from '@tongda/contract/resources/device/settings';
import type { Pool } from 'pg';
import type { AccessNote, SecondLink } from './access';
import { recordAccess } from './access-store';
import { type Dialect, dialectOf } from './dialect';
import { type FirmwareTold, recordFirmware } from './firmware-told';
import { type Heard, markHeard } from './traffic';

/** A registered terminal, as far as the gateway needs it. */
export interface Device {
  id: string;
  clientId: string;
  /** Name of the profile that says what its items mean (protocol/items/registry). */
  itemProfile: string;
  /** Also accept frames with a wrong checksum. */
  lenient: boolean;
  /** How it departs from the standard; null, or absent: not at all. */
  dialect?: Dialect | null;
  /** Reporting interval that somebody wants of it and it has not answered, s. */
  wantedIntervalS?: number | null;
  /** How it is let in: its own policy, otherwise its company's. */
  policy: TerminalPolicy;
  authCode: string | null;
  bindings: Binding[];
  /** What a portable recorder is; absent for a terminal of a vehicle. */
  portable?: Portable;
}

/** A portable recorder (便携式温控仪): its readings go to a table of their own, whatever it is bound to. */
export interface Portable {
  id: string;
}

/** Whether a terminal is a portable recorder. */
export const isRecorder = (device: Device): device is Device & { portable: Portable } => device.portable !== undefined;

/** Whose what a terminal sent is: a terminal's or a portable recorder's, the other one is null. */
export interface Sender {
  deviceId: string | null;
  portableId: string | null;
}
export const senderOf = (device: Device): Sender =>
  isRecorder(device) ? { deviceId: null, portableId: device.portable.id } : { deviceId: device.id, portableId: null };
/** The column that holds the sender's id. */
export const ownerColumn = ({ portableId }: Pick<Sender, 'portableId'>): 'device_id' | 'portable_id' =>
  portableId === null ? 'device_id' : 'portable_id';

/** The device was mounted in the vehicle from `from` until before `until` (epoch ms; infinite when open). */
export interface Binding {
  vehicleId: string;
  from: number;
  until: number;
}

/** Id of the vehicle in which the device was mounted at `at` (epoch ms); null while it was in stock. */
export function findVehicleAt(device: Device, at: number): string | null {
  for (const b of device.bindings) if (at >= b.from && at < b.until) return b.vehicleId;
  return null;
}

/** A terminal that connected although nobody has registered it, with what is shown to staff. */
export interface UnknownTerminal {
  phoneKey: string;
  frames: number;
  lastHex: string;
  remote: string;
}

/** The database, as far as the gateway needs it. Every function rejects while the database is away. */
export interface DeviceStore {
  /** Finds devices by phone key or alias; keys that are missing in the answer are unknown terminals. */
  find(phoneKeys: readonly string[]): Promise<Map<string, Device>>;
  /**
   * Registers a terminal: answers the code that is valid, or null when a person has to release it first. A tolerant device keeps its first code for ever
   * and gets it again; a strict one gets `code` when it has none, or was released.
   */
  register(deviceId: string, code: string): Promise<string | null>;
  /** Stores how terminals came in, or tried to, and raises what staff ought to look at. */
  recordAccess(notes: readonly AccessNote[], seconds: readonly SecondLink[]): Promise<void>;
  /** Stores when devices were last heard of and adds what they sent to their day, by device id. */
  markHeard(heard: ReadonlyMap<string, Heard>): Promise<void>;
  /** Stores what terminals said of their firmware, by device id. */
  recordFirmware(told: ReadonlyMap<string, FirmwareTold>): Promise<void>;
  recordUnknown(terminals: readonly UnknownTerminal[]): Promise<void>;
  /** Stores what a terminal answered to an interval; one that was asked for meanwhile stays wanted. */
  recordInterval(device: Pick<Device, 'id' | 'portable'>, seconds: number, done: boolean): Promise<void>;
}

interface DeviceRow {
  key: string;
  is_alias: boolean;
  id: string;
  client_id: string;
  item_profile: string;
  settings: Partial<TerminalSettings>;
  policy: TerminalPolicy;
  auth_code: string | null;
  bindings: Array<[string, number | string | null, number | string | null]>;
  portable_id: string | null;
  wanted_interval_s: number | null;
}

const findSql = `
  with wanted as (select * from unnest($1::text[], $2::text[]) as w(key, spelling)),
  found as (
    select w.key, false as is_alias, d.id from wanted w join device d on d.phone_key = w.spelling
    union
    select w.key, true, a.device_id from wanted w join device_alias a on a.alias = w.spelling)
  select f.key, f.is_alias, d.id::text, d.client_id::text, d.item_profile, coalesce(m.settings, '{}') || d.settings as settings, d.auth_code,
    coalesce(d.terminal_policy, c.terminal_policy) as policy,
    coalesce((
      select json_agg(json_build_array(b.vehicle_id::text, extract(epoch from lower(b.during)) * 1000, extract(epoch from upper(b.during)) * 1000))
      from device_binding b where b.device_id = d.id and not isempty(b.during)), '[]') as bindings,
    null as portable_id, nullif((coalesce(m.settings, '{}') || d.settings ->> 'uploadIntervalS')::int, d.upload_interval_s) as wanted_interval_s
  from found f join device d on d.id = f.id join client c on c.id = d.client_id left join device_model m on m.id = d.model_id
  where d.deleted_at is null
  union all
  select w.key, true, p.terminal_id::text, p.client_id::text, coalesce(m.item_profile, 'gps51'), coalesce(m.settings, '{}'), p.auth_code, c.terminal_policy, '[]',
    p.id::text, p.wanted_interval_s
  from wanted w join portable_device p on p.phone_key = w.spelling join client c on c.id = p.client_id left join device_model m on m.id = p.model_id
  where p.deleted_at is null`;

/** A recorder gets its code once, too; entering its number anew in the register releases it. */
const registerPortableSql = `
  update portable_device p set auth_code = coalesce(p.auth_code, $2) from client c
  where p.terminal_id = $1 and p.deleted_at is null and c.id = p.client_id and (p.auth_code is null or c.terminal_policy <> 'strict')
  returning p.auth_code`;

/** One statement decides, so that of two gateways that are asked at once only one gives a code. */
const registerSql = `
  update device d set
    auth_code = case when d.auth_code is null or (p.strict and d.register_until > now()) then $2 else d.auth_code end,
    registered_at = case when d.auth_code is null or (p.strict and d.register_until > now()) then now() else d.registered_at end,
    register_until = null
  from (select x.id, coalesce(x.terminal_policy, c.terminal_policy) = 'strict' as strict from device x join client c on c.id = x.client_id
    where x.id = $1 for update of x) p
  where d.id = p.id and d.deleted_at is null and (not p.strict or d.auth_code is null or d.register_until > now())
  returning d.auth_code`;

/** The store in PostgreSQL. `pool` must be the owner's, without row-level security: which company a terminal belongs to is only known after the look-up. */
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
    async register(deviceId, code) {
      const { rows } = await pool.query<{ auth_code: string }>(registerSql, [deviceId, code]);
      if (rows[0]) return rows[0].auth_code;
      const recorders = await pool.query<{ auth_code: string }>(registerPortableSql, [deviceId, code]);
      return recorders.rows[0]?.auth_code ?? null;
    },
    recordAccess: (notes, seconds) => recordAccess(pool, notes, seconds),
    async recordInterval({ id, portable }, seconds, done) {
      if (!portable) {
        await pool.query('update device set upload_interval_s = $2, upload_interval_state = $3 where id = $1', [
          id,
          seconds,
          done ? 'done' : 'refused',
        ]);
        return;
      }
      await pool.query(
        `update portable_device set wanted_interval_s = null, interval_state = case when $3 then 'done' else 'refused' end, interval_at = now(),
           upload_interval_s = case when $3 then $2 else upload_interval_s end
         where id = $1 and wanted_interval_s = $2`,
        [portable.id, seconds, done],
      );
    },
    markHeard: (heard) => markHeard(pool, heard),
    recordFirmware: (told) => recordFirmware(pool, told),
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

/** How a number may have been entered: users copy it from the terminal, with or without the zeros that fill the header's 12 or 20 digits. */
function spellingsOf(key: string): string[] {
  return [...new Set([key, key.padStart(12, '0'), key.padStart(20, '0')])];
}

function deviceOf(row: DeviceRow): Device {
  return {
    id: row.id,
    clientId: row.client_id,
    itemProfile: row.item_profile,
    lenient: row.settings.checksum === 'lenient',
    dialect: dialectOf(row.settings),
    wantedIntervalS: row.wanted_interval_s,
    policy: row.policy,
    authCode: row.auth_code,
    bindings: row.bindings.map(([vehicleId, from, until]) => ({
      vehicleId,
      from: from === null ? Number.NEGATIVE_INFINITY : Number(from),
      until: until === null ? Number.POSITIVE_INFINITY : Number(until),
    })),
    ...(row.portable_id === null ? {} : { portable: { id: row.portable_id } }),
  };
}
