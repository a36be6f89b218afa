import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus } from '@tongda/contract/transport/enums';
import { type Goods, piecesEvenly, splitGoods, totalOf } from '@tongda/contract/transport/order/split';
import {
  deliveryMode,
  freightPayMode,
  orderPriority,
  orderSource,
  pickUpFlag,
  receiptRequire,
  serviceMode,
  splitFlag,
} from '@tongda/contract/transport/waybill/enums';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { CustomerOrder, OrderItem } from '../../core/generated/db-types';
import { wireTime } from '../../core/http/answer/wire-time';
import { demoClients } from '../people/users';

const { id: clientId } = demoClients.cold;
const timeZone = 'Asia/Shanghai';
/** Goods up to so many kilograms fit beside others into a city truck. */
const smallKg = 700;
/** First id of the demo's orders, below those that the table gives out: lists begin with the newest, which are orders entered later. */
const firstOrder = 101;
/** Number of waiting and of voided orders, and which of the waiting ones were split. */
const waiting = 184;
const voided = 9;
const dividedEvery = 40;

/** Goods by temperature class: name, unit, kg and m³ of a piece. */
const cargo: Readonly<Record<number, ReadonlyArray<readonly [name: string, unit: string, kg: number, m3: number]>>> = {
  [temperatureType.frozen]: [
    ['速冻水饺', '箱', 8, 0.052],
    ['冷冻鸡翅', '箱', 10, 0.031],
    ['冰淇淋', '箱', 4.5, 0.036],
    ['冻虾仁', '箱', 12, 0.028],
  ],
  [temperatureType.chilled]: [
    ['巴氏鲜奶', '筐', 11, 0.034],
    ['冷鲜猪肉', '筐', 15, 0.04],
    ['净菜', '筐', 6, 0.045],
    ['草莓', '箱', 5, 0.03],
  ],
  [temperatureType.ambient]: [
    ['饮用水', '箱', 12.5, 0.021],
    ['便利食品', '箱', 6, 0.05],
  ],
};

interface Place {
  id: string;
  name: string;
  contact: string;
  phone: string;
  area: string;
  address: string;
  lng: number | null;
  lat: number | null;
  customerId: string | null;
}

interface Shipper {
  id: string;
  name: string;
  temperatureType: Goods['temperatureType'] | null;
  low: string | null;
  high: string | null;
  contact: string;
  phone: string;
  area: string;
  address: string;
  lng: number | null;
  lat: number | null;
}

/** Writes the orders of the customer-service desk: those that wait for tomorrow's trucks, and those that were voided. */
export async function seedOrders(trx: Trx, now: Date): Promise<void> {
  const { rows: shippers } =
    await sql<Shipper>`select id::text, name, temperature_type as "temperatureType", temp_lower_c as low,
      temp_upper_c as high, contacts->0->>'name' as contact, contacts->0->>'phone' as phone, addresses->0->>'area' as area,
      addresses->0->>'address' as address, (addresses->0->>'lng')::float8 as lng, (addresses->0->>'lat')::float8 as lat
    from customer where client_id = ${clientId} and customer_type in (1, 3) order by id`.execute(trx);
  const { rows: places } = await sql<Place>`select s.id::text, s.name, s.contact, coalesce(s.phone, '') as phone,
      case when s.province = s.city then '' else s.province end || s.city || s.district as area, s.address, g.lng, g.lat,
      s.customer_id::text as "customerId"
    from store s left join place_shape g on g.place_id = s.place_id where s.client_id = ${clientId} order by s.id`.execute(
    trx,
  );
  const orgId = (
    await trx
      .selectFrom('org')
      .select('id')
      .where('client_id', '=', clientId)
      .where('parent_id', 'is', null)
      .executeTakeFirst()
  )?.id;
  const clerk = (await trx
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('account_code', '=', 'kefu1')
    .executeTakeFirst()) ?? { id: null, name: '' };
  if (shippers.length === 0 || places.length === 0) return;
  const made = new Maker(shippers, places, { orgId: orgId ?? null, clerk: clerk.id, now });
  await trx.insertInto('customer_order').values(made.orders).execute();
  await trx.insertInto('order_item').values(made.items).execute();
  await trx
    .insertInto('tms_operation_log')
    .values(
      made.steps.map((step) => ({
        client_id: clientId,
        obj_type: 'customerOrder',
        operator_id: clerk.id,
        operator_name: clerk.name,
        ...step,
      })),
    )
    .execute();
  await trx
    .insertInto('code_counter')
    .values([...made.counters].map(([day, last]) => ({ client_id: clientId, prefix: 'DD', day, last })))
    .execute();
}

const roundDegrees = (degrees: number | null): number | null =>
  degrees === null ? null : Math.round(degrees * 1e6) / 1e6;

interface Step {
  obj_code: string;
  action: string;
  to_status: number;
  remark?: string;
  at: Date;
}

/** Makes the rows of the orders; the same `now` makes the same rows. */
class Maker {
  readonly orders: Array<Insertable<CustomerOrder>> = [];
  readonly items: Array<Insertable<OrderItem>> = [];
  readonly steps: Step[] = [];
  /** last number by day */
  readonly counters = new Map<string, number>();
  private nextId = firstOrder;

  constructor(
    private readonly shippers: readonly Shipper[],
    private readonly places: readonly Place[],
    private readonly base: { orgId: string | null; clerk: string | null; now: Date },
  ) {
    for (let i = 0; i < voided; i++) this.order(i, new Date(base.now.getTime() - (13 - i) * dayMs - i * hourMs), true);
    for (let i = 0; i < waiting; i++)
      this.order(voided + i, new Date(base.now.getTime() - (waiting - i) * 0.5 * hourMs), false);
  }

  private order(i: number, at: Date, called: boolean): void {
    const shipper = this.shippers[(i * 5) % this.shippers.length];
    const place = this.places[(i * 7) % this.places.length];
    if (!shipper || !place) return;
    const goods = this.goods(i, shipper.temperatureType ?? temperatureType.chilled);
    const code = this.code(at);
    const row = this.row(i, at, shipper, place, goods, code);
    if (called) {
      const reason = i % 2 ? '客户取消' : '重复下单';
      this.put(
        { ...row, order_status: orderStatus.voided, voided_at: new Date(at.getTime() + hourMs), void_reason: reason },
        goods,
      );
      this.step(code, '下单', orderStatus.toDispatch, at);
      this.step(code, '作废', orderStatus.voided, new Date(at.getTime() + hourMs), reason);
      return;
    }
    const parts = i % dividedEvery === 0 ? 2 + (i % 2) : 0;
    const id = this.put({ ...row, split_flag: parts > 0 ? splitFlag.parent : splitFlag.whole }, goods);
    this.step(code, '下单', orderStatus.toDispatch, at);
    if (parts > 0) this.divide(id, row, at, goods, parts);
  }

  private divide(
    parentId: string,
    row: Insertable<CustomerOrder>,
    createdAt: Date,
    goods: Goods[],
    parts: number,
  ): void {
    const at = new Date(createdAt.getTime() + 20 * minuteMs);
    const fen = Number(row.cod_fen);
    const children = splitGoods(goods, piecesEvenly(goods, parts), {
      codAmount: fen / 100,
      goodsValue: Number(row.goods_value_fen) / 100,
      insuredAmount: 0,
    });
    const codes = children.map((_, k) => `${row.order_code}-0${k + 1}`);
    this.step(row.order_code, '拆单', orderStatus.toDispatch, at, `拆为${codes.join('、')}`);
    children.forEach((child, k) => {
      const own = child.items.flatMap((share) => {
        const item = goods.find((one) => one.itemId === share.itemId);
        return item ? [{ ...item, ...share }] : [];
      });
      this.put(
        {
          ...row,
          order_code: codes[k] ?? '',
          parent_id: parentId,
          split_flag: splitFlag.child,
          cod_fen: String(Math.round(child.codAmount * 100)),
          goods_value_fen: String(Math.round(child.goodsValue * 100)),
          created_at: at,
          updated_at: at,
        },
        own,
      );
      this.step(codes[k] ?? '', '下单', orderStatus.toDispatch, at, `由${row.order_code}拆分`);
    });
  }

  private goods(i: number, type: Goods['temperatureType']): Goods[] {
    const kinds = cargo[type] ?? cargo[temperatureType.chilled] ?? [];
    return Array.from({ length: 1 + (i % 3) }, (_, k): Goods => {
      const [name = '', , kg = 1, m3 = 0.01] = kinds[(i + k) % kinds.length] ?? [];
      const pieces = 12 + ((i * 17 + k * 29) % 140);
      return {
        itemId: String(k),
        name,
        pieces,
        weightKg: Math.round(pieces * kg * 100) / 100,
        volumeM3: Math.round(pieces * m3 * 1000) / 1000,
        temperatureType: type,
      };
    });
  }

  private row(
    i: number,
    at: Date,
    shipper: Shipper,
    place: Place,
    goods: readonly Goods[],
    code: string,
  ): Insertable<CustomerOrder> {
    const { now, orgId, clerk } = this.base;
    // what was voided days ago was wanted then
    const late = at.getTime() < now.getTime() - 4 * dayMs ? at.getTime() : now.getTime();
    const due = Math.ceil((late + (i % 9 === 0 ? 1.5 : 6 + (i % 5) * 9) * hourMs) / hourMs) * hourMs;
    const total = totalOf(goods);
    const cod = i % 6 === 0 ? 80_000 + i * 1_350 : 0;
    return {
      client_id: clientId,
      org_id: orgId,
      order_code: code,
      customer_order_no: i % 3 === 0 ? null : `PO${260_000 + i * 37}`,
      customer_id: shipper.id,
      business_type: [serviceMode.lessThanTruck, serviceMode.city, serviceMode.fullTruck][i % 3] ?? serviceMode.city,
      order_source: i % 4 === 0 ? orderSource.customer : orderSource.manual,
      priority: i % 11 === 0 ? orderPriority.urgent : orderPriority.normal,
      freight_pay_mode: cod > 0 ? freightPayMode.onDelivery : freightPayMode.monthly,
      // what is small is fetched on the rounds of city trucks, which carry a ton and a half
      pick_up_flag: i % 2 || total.weightKg < smallKg ? pickUpFlag.pickedUp : pickUpFlag.brought,
      delivery_mode: deliveryMode.delivered,
      shipper: shipper.contact,
      ship_phone: shipper.phone,
      ship_area: shipper.area,
      ship_address: shipper.address,
      ship_lng: roundDegrees(shipper.lng),
      ship_lat: roundDegrees(shipper.lat),
      receiver: place.name.slice(0, 20),
      receive_phone: place.phone || shipper.phone,
      receive_area: place.area || shipper.area,
      receive_address: place.address || place.name,
      receive_lng: roundDegrees(place.lng),
      receive_lat: roundDegrees(place.lat),
      arrive_from: new Date(due - 3 * hourMs),
      arrive_to: new Date(due),
      temperature_type: shipper.temperatureType ?? temperatureType.chilled,
      temp_min_c: shipper.low,
      temp_max_c: shipper.high,
      total_pieces: total.pieces,
      total_weight_kg: total.weightKg,
      total_volume_m3: total.volumeM3,
      goods_value_fen: String(Math.round(total.weightKg * 2_600)),
      cod_fen: String(cod),
      receipt_require: i % 5 === 0 ? receiptRequire.both : receiptRequire.electronic,
      receipt_copies: i % 5 === 0 ? 2 : 0,
      created_by: clerk,
      created_at: at,
      updated_by: clerk,
      updated_at: at,
    };
  }

  /** Adds an order and its goods and answers its id. */
  private put(row: Insertable<CustomerOrder>, goods: readonly Goods[]): string {
    const id = String(this.nextId++);
    const total = totalOf(goods);
    this.orders.push({
      parent_id: null,
      split_flag: splitFlag.whole,
      order_status: orderStatus.toDispatch,
      voided_at: null,
      void_reason: null,
      ...row,
      id,
      total_pieces: total.pieces,
      total_weight_kg: total.weightKg,
      total_volume_m3: total.volumeM3,
    });
    goods.forEach((item, k) => {
      const kinds = cargo[item.temperatureType] ?? [];
      this.items.push({
        client_id: clientId,
        order_id: id,
        line_no: k + 1,
        cargo_name: item.name,
        pack_unit: kinds.find(([name]) => name === item.name)?.[1] ?? '件',
        pieces: item.pieces,
        weight_kg: item.weightKg,
        volume_m3: item.volumeM3,
        temperature_type: item.temperatureType,
      });
    });
    return id;
  }

  private code(at: Date): string {
    const day = wireTime(at, timeZone).slice(0, 10);
    const next = (this.counters.get(day) ?? 0) + 1;
    this.counters.set(day, next);
    return `DD${day.slice(2).replaceAll('-', '')}${String(next).padStart(5, '0')}`;
  }

  private step(code: string, action: string, to: number, at: Date, remark = ''): void {
    this.steps.push({ obj_code: code, action, to_status: to, remark, at });
  }
}
