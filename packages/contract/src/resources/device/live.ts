import { z } from 'zod';
import { dateTime } from '../../core/page';

/** Reports of a terminal that its details show. */
export const packetsShown = 20;

/** One wire of a terminal and what it told last. */
export const deviceReading = z.object({
  kind: z.enum(['tem', 'hum', 'co2', 'oil', 'door', 'chiller']),
  channel: z.number().int(),
  /** by 探头设置; '' where the wire has no name there */
  name: z.string(),
  /** ℃, %RH, ppm or L; null for doors and reefers, and where nothing is known */
  value: z.number().nullable(),
  /** a door is open, a reefer runs */
  on: z.boolean().nullable(),
  /** outside of the bounds of its probe */
  over: z.boolean(),
});
export type DeviceReading = z.infer<typeof deviceReading>;

/** What a terminal tells now, by its last report. */
export const deviceLive = z.object({
  deviceTime: dateTime.nullable(),
  acc: z.boolean(),
  located: z.boolean(),
  /** km/h */
  speedKmh: z.number().nullable(),
  extVoltageV: z.number().nullable(),
  battPct: z.number().nullable(),
  /** of the mobile network, 0-31 */
  signal: z.number().nullable(),
  satellites: z.number().nullable(),
  readings: z.array(deviceReading),
});
export type DeviceLive = z.infer<typeof deviceLive>;

/** One report as it is stored. */
export const packetRow = z.object({
  deviceTime: dateTime,
  receiveTime: dateTime,
  /** seconds between the two; negative when the terminal's clock is ahead */
  delayS: z.number(),
  late: z.boolean(),
  located: z.boolean(),
  speedKmh: z.number().nullable(),
  acc: z.boolean(),
  extVoltageV: z.number().nullable(),
  tempC: z.array(z.number().nullable()),
  humPct: z.array(z.number().nullable()),
  doorOpen: z.array(z.boolean().nullable()),
  /** readings without a column of their own (tyres, engine, driver), in words */
  others: z.array(z.string()),
  /** names of the bits that are set in its alarm word */
  alarms: z.array(z.string()),
});
export type PacketRow = z.infer<typeof packetRow>;

const units = [
  ['G', 1024 ** 3],
  ['M', 1024 ** 2],
  ['KB', 1024],
] as const;
/** Data flow in the units of the trade (G, M, KB); '' for none. */
export function dataFlowText(bytes: number): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['KB', 1024];
  return bytes <= 0 ? '' : `${Math.max(0.1, Math.round((bytes / size) * 10) / 10)} ${unit}`;
}
