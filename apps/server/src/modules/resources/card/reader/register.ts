import { msgType } from '@tongda/contract/base/system-enums';
import { minuteMs } from '@tongda/contract/core/durations';
import type { CardSwipeMessage } from '@tongda/contract/core/topics';
import { cardStatus, cardType } from '@tongda/contract/resources/enums';
import { distanceM } from '@tongda/geo/distance';
import { sql } from 'kysely';
import type { Bus } from '../../../../core/bus/topics';
import type { Database } from '../../../../core/db/database';
import type { Trx } from '../../../../core/db/trx';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { createMessage } from '../../../base/message/door';

/** A card that stays at the reader is reported again and again; within this time it counts once. */
const onceMs = minuteMs;
/** A position counts as that of the swipe within this time before and after it, because parked terminals report seldom. */
const knownMs = 15 * minuteMs;

/**
 * Stores each card that is held to a reader in a vehicle (0x0900, decision 071) before the terminal is answered, together with the company's card of
 * that number and the vehicle's position. A lost card raises a message at once; a store's card makes the trips of the vehicle look for an arrival.
 */
export const startCardReader = ({ bus, database }: { bus: Bus; database: Pick<Database, 'systemDb'> }): (() => void) =>
  bus.subscribe('cardSwipe', (swipe) => database.systemDb.transaction().execute((trx) => storeSwipe(trx, swipe)));

interface SwipeContext {
  cardId: string | null;
  cardType: number | null;
  cardStatus: number | null;
  owner: string;
  storeId: string | null;
  storeLng: number | null;
  storeLat: number | null;
  lng: number | null;
  lat: number | null;
  plateNo: string;
  timeZone: string;
}

/** The swiped card with its owner and store, and the vehicle with its position; undefined when the same card was read within `onceMs`. */
async function loadSwipeContext(trx: Trx, { deviceId, clientId, vehicleId, at, cardNo }: CardSwipeMessage) {
  const { rows } =
    await sql<SwipeContext>`select k.id::text as "cardId", k.card_type as "cardType", k.card_status as "cardStatus",
      coalesce(st.name, dr.name, k.owner_name, '') as owner, k.store_id::text as "storeId", g.lng as "storeLng", g.lat as "storeLat",
      d.lng, d.lat, coalesce(v.plate_no, '') as "plateNo", c.time_zone as "timeZone"
    from client c
      left join lateral (select * from card x where x.client_id = c.id and x.card_no = ${cardNo} and x.deleted_at is null
        order by x.card_status = ${cardStatus.cancelled}, x.id desc limit 1) k on true
      left join driver dr on dr.id = k.driver_id left join store st on st.id = k.store_id and st.deleted_at is null
      left join place_shape g on g.place_id = st.place_id and upper_inf(g.during)
      left join vehicle v on v.id = ${vehicleId}
      left join device_state d on d.vehicle_id = v.id and d.fix_time between ${new Date(at - knownMs)} and ${new Date(at + knownMs)}
    where c.id = ${clientId} and not exists (select from card_swipe s where s.device_id = ${deviceId} and s.card_no = ${cardNo}
      and s.at > ${new Date(at - onceMs)} and s.at <= ${new Date(at)})`.execute(trx);
  return rows[0];
}

async function storeSwipe(trx: Trx, swipe: CardSwipeMessage): Promise<void> {
  const now = await loadSwipeContext(trx, swipe);
  if (!now) return;
  const { lng, lat, storeLng, storeLat, storeId } = now;
  const near =
    lng === null || lat === null || storeLng === null || storeLat === null
      ? null
      : Math.round(distanceM(lng, lat, storeLng, storeLat));
  const { id } = await trx
    .insertInto('card_swipe')
    .values({
      client_id: swipe.clientId,
      device_id: swipe.deviceId,
      vehicle_id: swipe.vehicleId,
      at: new Date(swipe.at),
      card_no: swipe.cardNo,
      card_id: now.cardId,
      card_status: now.cardStatus,
      lng,
      lat,
      store_id: storeId,
      distance_m: near,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (now.cardStatus === cardStatus.lost) await notifyLostCard(trx, swipe, now, id);
  if (storeId !== null && swipe.vehicleId !== null)
    await sql`select pg_notify('trip_facts', ${swipe.vehicleId})`.execute(trx);
}

/** Tells everybody who sees the vehicle that somebody used a lost card. */
async function notifyLostCard(
  trx: Trx,
  { clientId, vehicleId, at, cardNo }: CardSwipeMessage,
  now: SwipeContext,
  id: string,
) {
  const kind = now.cardType === null ? '卡片' : cardType.label(now.cardType);
  const where = now.plateNo === '' ? '未装车的终端' : `车辆${now.plateNo}`;
  await createMessage(trx, {
    clientId,
    category: 12,
    type: msgType.lostCard,
    level: 2,
    objTag: vehicleId === null ? '' : `vehicle:${vehicleId}`,
    objName: now.plateNo || cardNo,
    title: '挂失卡刷卡',
    content: `${now.owner}的${kind}${cardNo}已挂失，${wireTime(at, now.timeZone).slice(5, 16)}在${where}上刷卡，请核实`,
    vehicleId,
    ...(vehicleId === null ? { menu: 'writeDevice' as const } : {}),
    at: new Date(at),
    onceKey: `lostCard:${id}`,
  });
}
