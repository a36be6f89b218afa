import type { PositionMessage } from '@tongda/contract/topics';
import { packDoors, pointFlag } from '../../kernel/point';

/** Columns of `position` in the order of {@link copyLine}. */
export const positionColumns =
  'device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags, odometer_m, alarm_bits, status_bits, temp_c, hum_pct, fuel_l, doors, extra, raw_items';

/** A report on its way into the table. */
export interface PositionRow {
  message: PositionMessage;
  jump: boolean;
  clockWrong: boolean;
}

/** What makes a point the same point: a terminal has one report a moment. */
export const rowKey = (row: PositionRow): string => `${row.message.deviceId} ${row.message.deviceTime}`;

const nothing = '\\N';
const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
const whole = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.round(finite(value))));
const time = (ms: number): string => new Date(ms).toISOString();

function reals(values: Array<number | null> | undefined): string {
  if (!values || values.length === 0) return nothing;
  return `{${values.map((value) => (value === null || !Number.isFinite(value) ? 'NULL' : value)).join(',')}}`;
}

function flagsOf({ message, jump, clockWrong }: PositionRow): number {
  return (
    (message.acc ? pointFlag.acc : 0) |
    (message.located ? pointFlag.located : 0) |
    (message.late ? pointFlag.late : 0) |
    (jump ? pointFlag.jump : 0) |
    (clockWrong ? pointFlag.clockWrong : 0)
  );
}

/** The channels without a column of their own, as JSON for COPY text; `\N` when there are none. */
function extra({ channels: c }: PositionMessage): string {
  const rest = {
    extVoltageV: c.extVoltageV,
    battVoltageV: c.battVoltageV,
    battPct: c.battPct,
    signal: c.signal,
    satellites: c.satellites,
    recorderSpeedKmh: c.recorderSpeedKmh,
    reeferOn: c.reeferOn,
  };
  const json = JSON.stringify(rest);
  return json === '{}' ? nothing : json.replaceAll('\\', '\\\\');
}

const hexOf = (items: string | null): string => {
  const hex = items?.replace(/[^0-9a-f]/giu, '') ?? '';
  return hex === '' || hex.length % 2 === 1 ? nothing : `\\\\x${hex}`;
};

/** One line of COPY's text format, with its line end. Values outside a column's range are clamped, so that no report can spoil a batch. */
export function copyLine(row: PositionRow): string {
  const m = row.message;
  const located = Number.isFinite(m.lng) && Number.isFinite(m.lat);
  const fields = [
    m.deviceId,
    time(m.deviceTime),
    time(m.receiveTime),
    m.clientId,
    m.vehicleId ?? nothing,
    located ? m.lng : 0,
    located ? m.lat : 0,
    whole(m.altitudeM, -32768, 32767),
    finite(m.speedKmh),
    whole(m.directionDeg, 0, 359),
    flagsOf(row),
    m.odometerM === null ? nothing : Math.round(finite(m.odometerM)),
    whole(m.alarmBits, 0, 0xffffffff),
    whole(m.statusBits, 0, 0xffffffff),
    reals(m.channels.tempC),
    reals(m.channels.humPct),
    reals(m.channels.fuelL),
    m.channels.doorOpen ? packDoors(m.channels.doorOpen) : nothing,
    extra(m),
    hexOf(m.rawItems),
  ];
  return `${fields.join('\t')}\n`;
}
