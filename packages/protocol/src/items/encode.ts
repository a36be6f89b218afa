import { ByteWriter } from '../bytes';
import type { Item } from '../jt808/messages/position/0200';
import type { Channels } from './channels';

/** What stands on the wire for a broken or missing probe. */
const NO_TEMP = 0xffff;
const NO_HUMIDITY = 0x0fff;
const NO_INPUT = 0xffff;

/**
 * Items of a location report that carry these readings, as a terminal of the GPS51 extension list sends them (profiles `gps51`, `gps51-reefer` and
 * `gps51-co2`). Doors are not among them: they travel in the status word. The list has room for one fuel tank, the first of `fuelL`.
 */
export function encodeGps51Items(values: Channels & { odometerM?: number }): Item[] {
  const items: Item[] = [];
  const add = (id: number, w: ByteWriter): void => {
    items.push({ id, data: w.result() });
  };
  const { tempC, humPct, fuelL } = values;
  if (values.odometerM !== undefined) add(0x01, new ByteWriter(4).u32(Math.round(values.odometerM / 100)));
  const fuel = fuelL?.[0];
  if (fuel !== undefined && fuel !== null) add(0x02, new ByteWriter(2).u16(Math.round(fuel * 10)));
  if (values.recorderSpeedKmh !== undefined) add(0x03, new ByteWriter(2).u16(Math.round(values.recorderSpeedKmh * 10)));
  if (values.videoAlarms !== undefined) add(0x14, new ByteWriter(4).u32(values.videoAlarms));
  if (values.reeferOn !== undefined) add(0x25, new ByteWriter(4).u32(values.reeferOn ? 1 << 9 : 0));
  if (values.co2Ppm?.length) add(0x2b, writeAnalogueInputs(values.co2Ppm));
  if (values.signal !== undefined) add(0x30, new ByteWriter(1).u8(values.signal));
  if (values.satellites !== undefined) add(0x31, new ByteWriter(1).u8(values.satellites));
  if (tempC?.length) add(0x51, writeTenths(tempC, NO_TEMP));
  if (humPct?.length) add(0x58, writeTenths(humPct, NO_HUMIDITY));
  if (values.extVoltageV !== undefined) add(0x61, new ByteWriter(2).u16(Math.round(values.extVoltageV * 100)));
  if (values.battPct !== undefined) {
    add(
      0xfb,
      new ByteWriter(4)
        .u8(values.battPct)
        .u16(Math.round((values.battVoltageV ?? 0) * 100))
        .u8(values.charging ? 1 : 0),
    );
  } else if (values.battVoltageV !== undefined) {
    add(0x69, new ByteWriter(2).u16(Math.round(values.battVoltageV * 100)));
  }
  return items;
}

/** Item 0x2B: two analogue inputs as words, the second input first. */
function writeAnalogueInputs([first = null, second = null]: ReadonlyArray<number | null>): ByteWriter {
  return new ByteWriter(4).u16(second ?? NO_INPUT).u16(first ?? NO_INPUT);
}

/** Values in tenths as words of sign and magnitude. Two's complement will not do: -0.1 would be 0xFFFF, the mark of a missing probe. */
function writeTenths(values: ReadonlyArray<number | null>, missing: number): ByteWriter {
  const w = new ByteWriter(2 * values.length);
  for (const value of values)
    w.u16(value === null ? missing : (value < 0 ? 0x8000 : 0) | Math.round(Math.abs(value) * 10));
  return w;
}
