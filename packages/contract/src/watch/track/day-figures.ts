import { z } from 'zod';
import { message } from '../../core/messages';

/** Figures of days on detail pages: the days of `day_summary` as vehicles, fleets and drivers show them. */
const figure = z.number().nullable();

/** How far back detail pages look, the day that runs included. */
export const figureDays = { mileage: 30, temperature: 7 } as const;

/** The band of a pass rate or a score (the specification's colours): 90 and more green, over 75 amber, from 60 orange, else red. */
export const rateTone = (percent: number): 'green' | 'amber' | 'orange' | 'red' =>
  percent >= 90 ? 'green' : percent > 75 ? 'amber' : percent >= 60 ? 'orange' : 'red';

/** What a vehicle did on a company day; null = no data that day. */
export const vehicleDay = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  mileageKm: figure,
  drivingH: figure,
  idleH: figure,
  maxSpeedKmh: figure,
  stays: figure,
  fuelL: figure,
  /** over a day with at least 10 km */
  per100L: figure,
  /** share of the watched time in which all probes were within their limits, per cent */
  inRangePercent: figure,
  /** by probe, ℃ */
  temps: z.array(
    z.object({ channel: z.number().int(), min: figure, max: figure, avg: figure, inRangePercent: figure }),
  ),
  alarms: z.number().int(),
  /** the day runs, or waits for late data */
  pending: z.boolean(),
});
export type VehicleDay = z.infer<typeof vehicleDay>;

/** Alarms that began on a day, by level. */
export const alarmDay = z.object({
  day: z.string(),
  notice: z.number().int(),
  ordinary: z.number().int(),
  severe: z.number().int(),
});
export type AlarmDay = z.infer<typeof alarmDay>;

/** Days a caller may ask for. */
export const askedDays = z
  .number()
  .int()
  .min(1)
  .max(31, message('daterange.span', { n: 31 }))
  .default(figureDays.mileage);
