import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { menus } from '../../shell/menus';
import { alarmDay } from '../../watch/track/day-figures';

const figure = z.number().nullable();

/** Thirty days of a fleet: its vehicles of now, those that the caller sees. */
export const fleetFigures = endpoint({
  path: '/api/base/manage/fleet/figures',
  access: { menu: menus.fleet.id },
  title: '车队近30天指标与报警趋势',
  input: z.object({ id }),
  output: z.object({
    vehicles: z.number().int(),
    mileageKm: z.number(),
    drivingHours: z.number(),
    /** days of vehicles with data, per cent of all days of vehicles */
    onlinePercent: figure,
    /** days of vehicles with at least 1 km, per cent */
    outPercent: figure,
    /** share of the watched time within limits, per cent */
    tempPercent: figure,
    alarms: z.number().int(),
    overTemperature: z.number().int(),
    alarmsPer100Km: figure,
    /** oldest first */
    days: z.array(alarmDay.extend({ mileageKm: figure })),
    kinds: z.array(z.object({ kind: z.string(), count: z.number().int() })),
  }),
});
export type FleetFigures = z.infer<typeof fleetFigures.output>;
