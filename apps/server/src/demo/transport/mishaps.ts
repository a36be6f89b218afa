import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { transportStatus } from '@tongda/contract/transport/enums';
import { driverConfirmStatus, stopType, stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { demoClients } from '../people/users';
import {
  dateAt,
  documentNumber,
  headColumns,
  loadFreeTrucks,
  loadSites,
  logRow,
  nextNumber,
  type Site,
  saveCounter,
  type Truck,
} from './pick-up-parts';

const { id: clientId } = demoClients.cold;

/** Writes a mishap: a load that is empty again because its driver refused. */
export async function seedMishaps(trx: Trx, now: Date): Promise<void> {
  const day = wireTime(now, 'Asia/Shanghai').slice(0, 10);
  const [one] = await loadFreeTrucks(trx);
  const [from, to] = await loadSites(trx);
  if (one && from && to) {
    const no = await nextNumber(trx, 'PZ', day);
    await writeEmpty(trx, { now, truck: one, from, to, code: documentNumber('PZ', day, no) });
    await saveCounter(trx, 'PZ', day, no);
  }
}

/** Writes a trunk load whose driver refused: its orders wait again, and it waits for another driver (待配载). */
async function writeEmpty(
  trx: Trx,
  { now, truck, from, to, code }: { now: Date; truck: Truck; from: Site; to: Site; code: string },
): Promise<void> {
  const departAt = Math.round((now.getTime() + 9 * hourMs) / (5 * minuteMs)) * 5 * minuteMs;
  const arriveAt = departAt + 4 * hourMs;
  const { id } = await trx
    .insertInto('waybill')
    .values({
      ...headColumns(truck, code, departAt, arriveAt),
      driver_id: null,
      driver_confirm: driverConfirmStatus.refused,
      waybill_kind: waybillKind.stowage,
      from_place_id: from.id,
      to_place_id: to.id,
      from_name: from.name,
      to_name: to.name,
      stow_status: stowStatus.toStow,
      transport_status: transportStatus.toDepart,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('waybill_stop')
    .values(
      [from, to].map((place, i) => ({
        client_id: clientId,
        waybill_id: id,
        seq: i + 1,
        stop_type: i === 0 ? stopType.load : stopType.unload,
        place_id: place.id,
        name: place.name,
        lng: place.lng,
        lat: place.lat,
        plan_arrive_at: dateAt(i === 0 ? departAt : arriveAt),
        plan_leave_at: dateAt(i === 0 ? departAt : arriveAt),
      })),
    )
    .execute();
  await trx
    .insertInto('tms_operation_log')
    .values([logRow('waybill', code, '司机拒单', transportStatus.toDepart, now.getTime() - hourMs, '车辆临时检修')])
    .execute();
}
