import type { Parsed } from '@tongda/contract/core/endpoint';
import { orderInput } from '@tongda/contract/transport/order/fields';
import type { receiptOrderWalkIn } from '@tongda/contract/transport/receipt-order/calls';
import { deliveryMode, pickUpFlag, serviceMode } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { invalid, invalidField } from '../../../core/http/errors';
import { addOrder } from '../order/door';
import { addReceipt } from './service';

/** 散客收货: enters the order and its receipt order for goods that a customer brings without one, both in one transaction. */
export function addWalkIn(ctx: Ctx, { siteId, ...input }: Parsed<typeof receiptOrderWalkIn>) {
  return ctx.db(async (trx) => {
    const here: Ctx = { ...ctx, db: (work) => work(trx) };
    const { rows } = await sql<{
      name: string;
      address: string;
      lng: number | null;
      lat: number | null;
    }>`select p.name, p.address, s.lng, s.lat
      from place p left join place_shape s on s.place_id = p.id and s.during @> now()
      where p.client_id = ${ctx.clientId} and p.id = ${siteId} and p.kind = 'site' and p.deleted_at is null limit 1`.execute(
      trx,
    );
    const [site] = rows;
    if (!site) throw invalidField('siteId', '所选站点不存在或无权使用');
    const { cargoName, packUnit, pieces, weightKg, volumeM3, temperatureType, ...asked } = input;
    const order = orderInput.safeParse({
      ...asked,
      temperatureType,
      businessType: serviceMode.lessThanTruck,
      pickUpFlag: pickUpFlag.brought,
      deliveryMode: deliveryMode.delivered,
      // the trip begins where the goods stand
      shipArea: site.name,
      shipAddress: site.address || site.name,
      shipLng: site.lng,
      shipLat: site.lat,
      receiveLng: null,
      receiveLat: null,
      items: [{ cargoName, packUnit, pieces, weightKg, volumeM3, temperatureType }],
    });
    if (!order.success)
      throw invalid(order.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), msg: message })));
    const { orderCode } = await addOrder(here, order.data);
    return { ...(await addReceipt(here, { orderCode, siteId, remark: input.remark })), orderCode };
  });
}
