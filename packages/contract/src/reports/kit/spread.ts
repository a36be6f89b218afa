import { z } from 'zod';

/** Vehicles with the most rows that the chart names. */
export const spreadVehicles = 10;

/**
 * How the rows of a report spread over its range: how many began on each day (days without rows are left out), in each hour of each weekday, and which vehicles
 * have most of them. Days and hours are those of the company's clock. The rows of `days` add up to those of the foot, and so do those of `hours`.
 */
export const spreadAnswer = z.object({
  days: z.array(z.object({ day: z.iso.date(), rows: z.number().int() })),
  hours: z.array(
    z.object({
      /** 1 Monday … 7 Sunday */
      weekday: z.number().int().min(1).max(7),
      hour: z.number().int().min(0).max(23),
      rows: z.number().int(),
    }),
  ),
  vehicles: z
    .array(z.object({ vehicleId: z.string(), plateNo: z.string(), rows: z.number().int() }))
    .max(spreadVehicles),
});
export type SpreadAnswer = z.output<typeof spreadAnswer>;
