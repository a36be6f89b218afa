import { hourMs } from '@tongda/contract/core/durations';
import { maskIdCard } from '@tongda/contract/core/field/mask';
import { type LiveVehicle, motionState } from '@tongda/contract/core/live';
import {
  type DeviceLive,
  type DeviceReading,
  type PacketRow,
  packetsShown,
} from '@tongda/contract/resources/device/live';
import { channelWords, type ItemChannelName } from '@tongda/contract/resources/item-profile/channels';
import { terminalAlarmsOf } from '@tongda/contract/watch/alarm/terminal-alarms';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { doorOf, type PointExtra, type TrackPoint } from '../../../kernel/point';
import { validTempC } from '../../../kernel/temperature/figures';
import { findReadableVehicle, readPermitted } from '../../watch/track/door';
import { findDevice } from './repo';

interface Wire {
  kind: string;
  channel: number;
  name: string;
  lower: number | null;
  upper: number | null;
}

/** What the terminal of a vehicle tells now, wire by wire; null in stock, and before its first report. */
export async function loadDeviceLive(trx: Trx, ctx: Ctx, vehicleId: string | null): Promise<DeviceLive | null> {
  if (vehicleId === null) return null;
  const state = await trx
    .selectFrom('device_state')
    .select(sql<LiveVehicle>`live`.as('live'))
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirst();
  if (!state) return null;
  const wires = await trx
    .selectFrom('probe')
    .select(['kind', 'channel', 'name'])
    .select([sql<number | null>`lower_limit::float8`.as('lower'), sql<number | null>`upper_limit::float8`.as('upper')])
    .where('vehicle_id', '=', vehicleId)
    .execute();
  const { live } = state;
  return {
    deviceTime: live.deviceTime === null ? null : wireTime(live.deviceTime, ctx.timeZone),
    acc: live.acc,
    located: live.located,
    speedKmh: live.state === motionState.offline ? null : live.speedKmh,
    extVoltageV: live.extVoltageV,
    battPct: live.battPct,
    signal: live.signal,
    satellites: live.satellites,
    readings: readingsOf(live, wires),
  };
}

/**
 * Every wire that is configured or has reported, by kind and channel. A report has a bit for each of five doors, wired or not: of a truck whose
 * doors are configured the others count once they are open.
 */
export function readingsOf(
  live: Pick<LiveVehicle, 'tempC' | 'humPct' | 'co2Ppm' | 'fuelL' | 'doorOpen' | 'reeferOn'>,
  wires: readonly Wire[],
): DeviceReading[] {
  const numbers: Array<[DeviceReading['kind'], ReadonlyArray<number | null>]> = [
    ['tem', live.tempC.map(validTempC)],
    ['hum', live.humPct],
    ['co2', live.co2Ppm ?? []],
    ['oil', live.fuelL],
  ];
  const states: Array<[DeviceReading['kind'], ReadonlyArray<boolean | null>]> = [
    ['door', live.doorOpen],
    ['chiller', live.reeferOn === null ? [] : [live.reeferOn]],
  ];
  const wiresOf = (kind: string) => wires.filter((wire) => wire.kind === kind);
  const channels = (kind: string, reported: readonly unknown[]): number[] => {
    const last = Math.max(reported.length, ...wiresOf(kind).map(({ channel }) => channel));
    const wanted = new Set(wiresOf(kind).map(({ channel }) => channel));
    return Array.from({ length: last }, (_, i) => i + 1).filter(
      (channel) =>
        wanted.has(channel) || saysSomething(reported[channel - 1] ?? null, kind === 'door' && wanted.size > 0),
    );
  };
  const wireOf = (kind: string, channel: number) => wiresOf(kind).find((wire) => wire.channel === channel);
  return [
    ...numbers.flatMap(([kind, values]) =>
      channels(kind, values).map((channel) => {
        const wire = wireOf(kind, channel);
        const value = values[channel - 1] ?? null;
        return { kind, channel, name: wire?.name ?? '', value, on: null, over: isOutside(value, wire) };
      }),
    ),
    ...states.flatMap(([kind, values]) =>
      channels(kind, values).map((channel) => ({
        kind,
        channel,
        name: wireOf(kind, channel)?.name ?? '',
        value: null,
        on: values[channel - 1] ?? null,
        over: false,
      })),
    ),
  ];
}

const saysSomething = (told: unknown, onlyWhenOpen: boolean): boolean =>
  told !== null && (told !== false || !onlyWhenOpen);

const isOutside = (value: number | null, wire: Wire | undefined): boolean =>
  value !== null &&
  wire !== undefined &&
  ((wire.lower !== null && value < wire.lower) || (wire.upper !== null && value > wire.upper));

/** How far back the last reports are looked for, hours: a little at first, because nearly every terminal has sent enough then. */
const looks = [1, 24, 24 * 7] as const;

/** The last reports of a terminal from the vehicle it is in, newest first. What came after the service ended, or before the vehicle was the caller's to see, is left out. */
export async function listPackets(trx: Trx, ctx: Ctx, id: string): Promise<PacketRow[]> {
  const device = requireRow(await findDevice(trx, ctx, id), '终端');
  if (device.vehicleId === null) return [];
  const vehicle = await findReadableVehicle(trx, ctx, device.vehicleId, 'track');
  const { rows } = await sql<{ to: number | null }>`
    select (extract(epoch from least(s.device_time, ((v.service_end + 1)::timestamp at time zone ${ctx.timeZone}))) * 1000)::float8 as "to"
    from device_state s join vehicle v on v.id = s.vehicle_id where s.vehicle_id = ${device.vehicleId}`.execute(trx);
  const to = rows[0]?.to ?? null;
  if (to === null) return [];
  for (const hours of looks) {
    const points = await readPermitted(trx, vehicle, { from: to - hours * hourMs, to, extra: true });
    const own = points.filter(({ deviceId }) => deviceId === id);
    if (own.length >= packetsShown || hours === looks.at(-1))
      return own
        .slice(-packetsShown)
        .reverse()
        .map((point) => packetOf(point, ctx.timeZone));
  }
  return [];
}

/** Channels that have no column in the list. */
const otherChannels = [
  'tyreKpa',
  'tyreTempC',
  'engineRpm',
  'coolantC',
  'engineLoadPct',
  'faultCodes',
  'driverName',
  'driverLicence',
] as const satisfies readonly ItemChannelName[];

const otherReadings = (extra: PointExtra): string[] =>
  otherChannels.flatMap((name) => {
    const value = extra[name];
    if (value === undefined || value === '') return [];
    // a driver's licence has the number of the identity card
    const values = Array.isArray(value) ? value : [name === 'driverLicence' ? maskIdCard(String(value)) : value];
    return values.map((one, i) => channelWords(name, one, i + 1, values.length > 1));
  });

const doorsShown = 4;
function packetOf(point: TrackPoint, timeZone: string): PacketRow {
  const doors = Array.from({ length: doorsShown }, (_, i) => doorOf(point.doors, i + 1));
  return {
    deviceTime: wireTime(point.t, timeZone),
    receiveTime: wireTime(point.receiveTime, timeZone),
    delayS: Math.round((point.receiveTime - point.t) / 1000),
    late: point.late,
    located: point.located,
    speedKmh: point.speedKmh,
    acc: point.acc,
    extVoltageV: point.extra?.extVoltageV ?? null,
    tempC: point.tempC.map(validTempC),
    humPct: [...point.humPct],
    doorOpen: doors.map((state) => (state === 0 ? null : state === 2)),
    others: otherReadings(point.extra ?? {}),
    alarms: terminalAlarmsOf(point.alarmBits).map(({ name }) => name),
  };
}
