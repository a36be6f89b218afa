import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import type { Truck } from './waybill-rows';

const { id: clientId } = demoClients.cold;

/** Range that a compartment for a temperature class reaches, ℃. */
const reachOf = (type: number): { tempMin: number; tempMax: number } =>
  type === temperatureType.frozen
    ? { tempMin: -30, tempMax: 12 }
    : type === temperatureType.chilled
      ? { tempMin: -2, tempMax: 12 }
      : { tempMin: 5, tempMax: 30 };

/** Cooled trucks with a driver and papers. `shared`: the driver has another truck before this one. */
export async function loadTrucks(trx: Trx): Promise<Array<Truck & { shared: boolean }>> {
  const { rows } = await sql<{
    id: string;
    shared: boolean;
    plateNo: string;
    ratedLoadKg: number;
    boxVolumeM3: number;
    lengthM: number | null;
    vehicleType: string;
    totalWeightKg: number | null;
    palletSlots: number;
    driverId: string | null;
    carrierId: string | null;
    orgId: string | null;
    temperatureTypes: number[];
  }>`select v.id::text, exists (select from vehicle o where o.driver_id = v.driver_id and o.id < v.id) as shared, v.plate_no as "plateNo", (v.load_weight_t * 1000)::float8 as "ratedLoadKg", v.volume_m3::float8 as "boxVolumeM3",
      v.vehicle_type as "vehicleType", v.vehicle_length_m::float8 as "lengthM", (v.total_weight_t * 1000)::float8 as "totalWeightKg", v.pallets as "palletSlots", v.driver_id::text as "driverId", v.carrier_id::text as "carrierId", v.org_id::text as "orgId", v.temperature_types as "temperatureTypes"
    from vehicle v where v.client_id = ${clientId} and v.vehicle_status = 0 and v.refrigerator_count > 0 and v.deleted_at is null
      and v.driver_id is not null and v.license_end > current_date + 40 and v.inspect_end > current_date + 40 and v.insure_end > current_date + 40
    order by v.id`.execute(trx);
  return rows.map((row) => ({
    ...row,
    vehicleStatus: 0,
    compartments:
      row.temperatureTypes.length > 1
        ? row.temperatureTypes.map((type, i) => ({ no: i + 1, volumeM3: null, ...reachOf(type) }))
        : [{ no: 1, volumeM3: row.boxVolumeM3, tempMin: -30, tempMax: 12 }],
    probeSilentMin: 0,
    certificates: [],
    busy: [],
  }));
}
