import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { menus } from '../../shell/menus';
import { alarmDay } from '../../watch/track/day-figures';

const figure = z.number().nullable();

/** Figures of thirty days, of the vehicles that are in the fleet now and that the caller sees. */
export const fleetFigures = endpoint({
  path: '/api/base/manage/fleet/figures',
  access: { menu: menus.fleet.id },
  title: '车队近30天指标与报警趋势',
  input: z.object({ id }),
  output: z.object({
    vehicles: z.number().int(),
    mileageKm: z.number(),
    drivingHours: z.number(),
    /** vehicle-days with data, per cent of all vehicle-days */
    onlinePercent: figure,
    /** vehicle-days with at least 1 km, per cent of all vehicle-days */
    outPercent: figure,
    /** 温度合格率: share of the monitored time within limits, per cent */
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
