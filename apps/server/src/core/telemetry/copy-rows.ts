import type { Channel, StoredPoint } from './stored-point';

/** Columns of `position` in the order of {@link copyRows}. */
export const copyColumns =
  'device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags, odometer_m, alarm_bits, status_bits, temp_c, hum_pct, fuel_l, doors, extra, raw_items';
const columnCount = 20;

/** `PGCOPY\n\xff\r\n\0`, no flags, no extension (PostgreSQL, COPY, file formats). */
const head = Buffer.from('5047434f50590aff0d0a00' + '00000000' + '00000000', 'hex');
const pgEpochMs = Date.UTC(2000, 0, 1);
const float4Oid = 700;
const jsonbVersion = 1;
/** bytes of a row without arrays, JSON and raw items: 2 for the number of columns, 4 for each length, and the values */
const plainBytes = 2 + columnCount * 4 + 8 * 8 + 2 * 8 + 4 + 4 * 2;
/** bytes of a list of readings: its head, and each reading with its length */
const listBytes = (list: Channel): number => (list === null ? 0 : 20 + list.length * 8);

/** A growing buffer that rows are written to, in the format of COPY. */
class RowBytes {
  private bytes: Buffer;
  private at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  /** Makes room for `count` more bytes. */
  room(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + count));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  head(): void {
    this.at += head.copy(this.bytes, this.at);
  }

  columns(count: number): void {
    this.at = this.bytes.writeInt16BE(count, this.at);
  }

  none(): void {
    this.at = this.bytes.writeInt32BE(-1, this.at);
  }

  int2(value: number): void {
    this.at = this.bytes.writeInt32BE(2, this.at);
    this.at = this.bytes.writeInt16BE(value, this.at);
  }

  /** An integer that a double holds exactly. */
  int8(value: number): void {
    this.at = this.bytes.writeInt32BE(8, this.at);
    this.at = this.bytes.writeInt32BE(Math.floor(value / 2 ** 32), this.at);
    this.at = this.bytes.writeUInt32BE(value >>> 0, this.at);
  }

  /** An id as decimal text. */
  id(text: string): void {
    const value = Number(text);
    if (Number.isSafeInteger(value)) {
      this.int8(value);
      return;
    }
    this.at = this.bytes.writeInt32BE(8, this.at);
    this.at = this.bytes.writeBigInt64BE(BigInt(text), this.at);
  }

  /** Epoch ms as microseconds since 2000. */
  time(ms: number): void {
    this.int8(Math.round((ms - pgEpochMs) * 1000));
  }

  float4(value: number): void {
    this.at = this.bytes.writeInt32BE(4, this.at);
    this.at = this.bytes.writeFloatBE(value, this.at);
  }

  float8(value: number): void {
    this.at = this.bytes.writeInt32BE(8, this.at);
    this.at = this.bytes.writeDoubleBE(value, this.at);
  }

  /** One dimension of float4; an empty list has none. */
  list(values: Channel): void {
    if (values === null) {
      this.none();
      return;
    }
    const start = this.at;
    let nulls = 0;
    this.at = values.length === 0 ? start + 16 : start + 24;
    for (const value of values) {
      if (value === null) {
        nulls = 1;
        this.none();
      } else this.float4(value);
    }
    this.bytes.writeInt32BE(this.at - start - 4, start);
    this.bytes.writeInt32BE(values.length === 0 ? 0 : 1, start + 4);
    this.bytes.writeInt32BE(nulls, start + 8);
    this.bytes.writeInt32BE(float4Oid, start + 12);
    if (values.length === 0) return;
    this.bytes.writeInt32BE(values.length, start + 16);
    this.bytes.writeInt32BE(1, start + 20);
  }

  jsonb(text: string): void {
    const length = this.bytes.write(text, this.at + 5, 'utf8');
    this.bytes.writeInt32BE(length + 1, this.at);
    this.bytes.writeUInt8(jsonbVersion, this.at + 4);
    this.at += 5 + length;
  }

  hex(text: string): void {
    const length = this.bytes.write(text, this.at + 4, 'hex');
    this.bytes.writeInt32BE(length, this.at);
    this.at += 4 + length;
  }

  /** Everything, with the trailer. */
  end(): Buffer {
    this.room(2);
    this.columns(-1);
    return this.bytes.subarray(0, this.at);
  }
}

/**
 * Points in the binary format of COPY. Against its text format this takes a third of the time here, and PostgreSQL need not parse numbers. A value outside
 * the range of its column throws a RangeError; the caller clamps values before.
 */
export function copyRows(points: readonly StoredPoint[]): Buffer {
  const rows = new RowBytes(head.length + points.length * 320 + 2);
  rows.head();
  for (const p of points) {
    const extra = p.extra === null ? null : JSON.stringify(p.extra);
    const variable = (extra?.length ?? 0) * 3 + (p.rawItems?.length ?? 0) / 2 + 5;
    rows.room(plainBytes + listBytes(p.tempC) + listBytes(p.humPct) + listBytes(p.fuelL) + variable);
    rows.columns(columnCount);
    rows.id(p.deviceId);
    rows.time(p.t);
    rows.time(p.receiveTime);
    rows.id(p.clientId);
    if (p.vehicleId === null) rows.none();
    else rows.id(p.vehicleId);
    rows.float8(p.lng);
    rows.float8(p.lat);
    rows.int2(p.altitudeM);
    rows.float4(p.speedKmh);
    rows.int2(p.directionDeg);
    rows.int2(p.flags);
    if (p.odometerM === null) rows.none();
    else rows.int8(p.odometerM);
    rows.int8(p.alarmBits);
    rows.int8(p.statusBits);
    rows.list(p.tempC);
    rows.list(p.humPct);
    rows.list(p.fuelL);
    if (p.doors === null) rows.none();
    else rows.int2(p.doors);
    if (extra === null) rows.none();
    else rows.jsonb(extra);
    if (p.rawItems === null) rows.none();
    else rows.hex(p.rawItems);
  }
  return rows.end();
}
