import type { FiguresOf } from '../../../core/telemetry/hours/packing';
import { hourFiguresOf } from '../../../kernel/day/hour';
import { kernelDefaults, settingsOverTime } from '../../../kernel/settings';
import { loadCalcPeriods } from '../../base/org/door';
import { trackPointOf } from './repo';

/**
 * Figures for packed hours, computed with the constants that the vehicle's company had at the time; metres are without the vehicle's mileage
 * coefficient.
 */
export const figuresOf: FiguresOf = async (trx, vehicleIds) => {
  const vehicles = await trx
    .selectFrom('vehicle')
    .select(['id', 'client_id', 'vehicle_type'])
    .where('id', 'in', [...vehicleIds])
    .execute();
  const calc = await loadCalcPeriods(trx, [...new Set(vehicles.map((vehicle) => vehicle.client_id))]);
  const settings = new Map(
    vehicles.map((vehicle) => [
      vehicle.id,
      settingsOverTime(calc.get(vehicle.client_id) ?? [], {
        vehicleType: vehicle.vehicle_type,
        mileageCoefficient: 1,
      }),
    ]),
  );
  const standard = () => kernelDefaults;
  return (vehicleId, points) => hourFiguresOf(points.map(trackPointOf), settings.get(vehicleId) ?? standard);
};
