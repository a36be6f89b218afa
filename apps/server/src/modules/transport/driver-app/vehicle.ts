import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { driverBindVehicle, driverScanVehicle } from '@tongda/contract/transport/driver-app/scan';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile } from '../../../core/http/errors';
import { readVehicleCode } from '../../../core/record/scan-code';
import type { Secrets } from '../../../core/run/secrets';
import { driveVehicles, refuseUnemployed } from '../../resources/driver/door';
import { type CodedVehicle, vehicleOfCode } from '../../resources/vehicle/door';
import { loadVehiclesOf } from './repo';
import { findOwnDriver } from './who';

interface Scanned {
  driver: { id: string; name: string; status: number };
  vehicle: CodedVehicle;
  /** present main driver, who would be replaced */
  other: CodedVehicle['driver'];
  leaves: Array<{ id: string; plateNo: string }>;
}

/** Reads a scanned vehicle code and finds what binding the caller to that vehicle would change; 4003 or 4011 when it is not possible. */
async function readScannedVehicle(trx: Trx, ctx: Ctx, secrets: Secrets, code: string): Promise<Scanned> {
  const driver = await findOwnDriver(trx, ctx);
  const vehicle = await vehicleOfCode(trx, ctx, secrets, code);
  refuseUnemployed(driver, [vehicle]);
  const driven = await loadVehiclesOf(trx, ctx, driver.id);
  return {
    driver,
    vehicle,
    other: vehicle.driver?.id === driver.id ? null : vehicle.driver,
    leaves: driven.flatMap(({ id, plateNo }) => (id === vehicle.id ? [] : [{ id, plateNo }])),
  };
}

export const scanVehicle = (ctx: Ctx, secrets: Secrets, code: string): Promise<Output<typeof driverScanVehicle>> =>
  ctx.db(async (trx) => {
    const { vehicle, driver, other, leaves } = await readScannedVehicle(trx, ctx, secrets, code);
    const { id: _id, driver: main, ...shown } = vehicle;
    return { ...shown, mine: main?.id === driver.id, driver: other, others: leaves };
  });

/** 扫码绑定: makes the caller the main driver. The account needs no rights and need not see the vehicle: the code in the cab stands for them. */
export const bindScanned = (
  ctx: Ctx,
  secrets: Secrets,
  { code, replaces, leaves: told }: Parsed<typeof driverBindVehicle>,
): Promise<Output<typeof driverBindVehicle>> =>
  ctx.db(async (trx) => {
    const who = await findOwnDriver(trx, ctx);
    // by id, as every step locks several vehicles, so that two steps never wait for each other
    await sql`select from vehicle where client_id = ${ctx.clientId} and (id = ${readVehicleCode(secrets, code).vehicleId} or driver_id = ${who.id})
      and deleted_at is null order by id for update`.execute(trx);
    const { driver, vehicle, other, leaves } = await readScannedVehicle(trx, ctx, secrets, code);
    const { plateNo } = vehicle;
    if (vehicle.driver?.id === driver.id && leaves.length === 0) return { plateNo };
    const asked = new Set(told);
    if ((other?.id ?? null) !== replaces || leaves.length !== asked.size || leaves.some(({ id }) => !asked.has(id)))
      throw changedMeanwhile('vehicle', vehicle.id);
    await driveVehicles(
      trx,
      { ...ctx, isOrgManager: true },
      { driver, vehicleIds: [vehicle.id], action: '扫码绑定', vehicleAction: '扫码绑定司机' },
    );
    return { plateNo };
  });
