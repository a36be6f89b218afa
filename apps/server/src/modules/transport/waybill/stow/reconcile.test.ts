import type { Output } from '@tongda/contract/core/endpoint';
import { deriveOrderStatus, type LegFacts, type OrderFacts } from '@tongda/contract/transport/order/status';
import { derivePickUpStatus, type PickUpFacts } from '@tongda/contract/transport/pick-up/status';
import type { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { deriveTransportStatus } from '@tongda/contract/transport/waybill/status';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../../test/transport-kit';

/**
 * Whatever is done in whatever sequence: pieces, weight and volume reconcile, the state of every order is the pure function of its legs, that of
 * every waybill the pure function of its stops and legs, and no step is taken that the machines do not allow.
 */
let app: TestApp;
let a: TransportFixture;
beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '对账');
});
afterAll(() => app.close());

const verbs = [
  'order',
  'split',
  'cancelSplit',
  'merge',
  'cancelMerge',
  'trunk',
  'task',
  'restow',
  'finish',
  'startLoad',
  'countLoad',
  'load',
  'rollback',
  'reassign',
  'moveOut',
  'moveIn',
  'reload',
  'depart',
  'revokeDepart',
  'register',
  'revokeArrive',
  'arrive',
  'sign',
  'revokeSign',
  'void',
  'voidOrder',
  // from the sender over a site: pick-ups on a 提单, and what customers bring
  'fetch',
  'loop',
  'pick',
  'failPick',
  'bring',
  'receive',
  'correct',
  'voidReceipt',
  'voidPickUp',
  'enroute',
  'poolReturn',
  'poolCreateTask',
] as const;
const step = fc.record({
  // what comes late in the life of a trip is tried more often
  verb: fc.constantFrom(
    ...verbs,
    'task',
    'depart',
    'depart',
    'sign',
    'sign',
    'register',
    'revokeArrive',
    'reload',
    'pick',
    'receive',
  ),
  pick: fc.nat({ max: 50 }),
  part: fc.integer({ min: 0, max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface World {
  orders: string[];
  trips: string[];
  receipts: string[];
}
/** Below zero: from the end, for the one life that is written out. */
const at = <T>(list: readonly T[], pick: number): T | undefined =>
  pick < 0 ? list.at(pick) : list[pick % Math.max(1, list.length)];

/** Tries one step; the answer may be a refusal, but never an error of the server. */
async function take(world: World, { verb, pick, part }: Step): Promise<number> {
  const order = at(world.orders, pick);
  const trip = at(world.trips, pick);
  if (verb === 'order' || order === undefined) {
    world.orders.push(
      await a.order({ receiver: `店${pick % 3}号` }, { pieces: 7 + part, weightKg: 33.33, volumeM3: 0.777 }),
    );
    return 200;
  }
  if (verb === 'fetch') {
    const when = { pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) };
    world.orders.push(await a.order(when, { pieces: 7 + part, weightKg: 33.33, volumeM3: 0.777 }));
    return 200;
  }
  if (verb === 'loop') return loop(world, [order, at(world.orders, pick + part) ?? order]);
  if (verb === 'pick' || verb === 'failPick') return pickUp(order, verb === 'pick' ? part % 3 : null);
  if (verb === 'bring') {
    const answer = await a.post('/api/tms/receiptOrder/add', { orderCode: order, siteId: a.qingpu });
    if (answer.code === 200) world.receipts.push(answer.data.receiptCode);
    return answer.code;
  }
  if (verb === 'receive' || verb === 'correct') return receive(at(world.receipts, pick), verb, part);
  if (verb === 'voidReceipt') return voidReceipt(at(world.receipts, pick));
  if (verb === 'voidPickUp') return voidPickUp(order);
  if (verb === 'poolReturn') return (await a.post('/api/tms/transportTask/poolReturn', { orderCodes: [order] })).code;
  if (verb === 'poolCreateTask') return poolCreateTask(world, order);
  if (verb === 'split') return split(world, order, part);
  if (verb === 'cancelSplit' || verb === 'cancelMerge') return takeBack(order, verb);
  if (verb === 'merge') {
    const answer = await a.post('/api/tms/customerOrder/merge', { orderCodes: [order, at(world.orders, pick + part)] });
    if (answer.code === 200) world.orders.push(answer.data.orderCode);
    return answer.code;
  }
  if (verb === 'voidOrder')
    return (await a.post('/api/tms/customerOrder/void', { orderCodes: [order], reason: '随机作废' })).code;
  if (verb === 'sign') return sign(order, part);
  if (verb === 'revokeSign')
    return (await a.post('/api/tms/customerOrder/revokeSign', { orderCode: order, reason: '随机撤销' })).code;
  if (verb === 'trunk' || verb === 'task' || trip === undefined) {
    const orders = [...new Set([order, at(world.orders, pick + part) ?? order])];
    const answer = await a.stow(
      await a.truck(),
      orders,
      verb === 'trunk' ? { waybillKind: 2, fromPlaceId: a.qingpu, toPlaceId: a.suzhou } : {},
    );
    if (answer.code === 200) world.trips.push(answer.data.waybillCode);
    return answer.code;
  }
  const detail = await a.waybill(trip);
  if (!detail) return 4004;
  const name = { 1: 'billOfLading', 2: 'waybillStowage', 3: 'transportTask' }[detail.waybillKind as 1 | 2 | 3];
  const body = { waybillCode: trip, version: detail.version };
  if (verb === 'load')
    return (await a.post(`/api/tms/waybill/${name}/load`, { ...body, asPlanned: part % 2 === 0 })).code;
  if (verb === 'rollback' || verb === 'startLoad') return (await a.post(`/api/tms/waybill/${name}/${verb}`, body)).code;
  if (verb === 'countLoad') {
    const pieces = Math.max(0, (detail.legs[0]?.planPieces ?? 0) - part);
    return (await a.post(`/api/tms/waybill/${name}/countLoad`, { ...body, orderCode: order, pieces })).code;
  }
  if (verb === 'finish') return (await a.post(`/api/tms/waybill/${name}/finish`, body)).code;
  if (verb === 'restow')
    return (
      await a.stow(
        detail.vehicleId,
        [...new Set([order, ...detail.legs.map((leg: { orderCode: string }) => leg.orderCode)])].slice(0, 2),
        {
          ...body,
          waybillKind: detail.waybillKind,
          fromPlaceId: detail.fromPlaceId,
          toPlaceId: detail.toPlaceId,
          confirm: part % 2 === 0,
        },
      )
    ).code;
  if (verb === 'reassign')
    return (
      await a.post('/api/tms/waybill/transportTask/reassign', {
        ...body,
        vehicleId: await a.truck(),
        reason: '随机改派',
      })
    ).code;
  if (verb === 'moveOut') return moveOut(world, detail, part);
  if (verb === 'moveIn') return (await a.post('/api/tms/transportTask/moveIn', { ...body, orderCodes: [order] })).code;
  if (verb === 'reload') return reload(world, detail, part);
  if (verb === 'enroute')
    return (await a.post('/api/tms/stowage/enroute', { ...body, pickUpCodes: [(await pickUpOf(order)) ?? 'TH0'] }))
      .code;
  if (verb === 'register' || verb === 'revokeArrive') {
    const wanted = verb === 'register' ? 0 : 1;
    const open = detail.stops.find((one: { stopStatus: number }) => one.stopStatus === wanted);
    const stop = { waybillCode: trip, stopSeq: open?.seq ?? 1, reason: '随机撤销' };
    return (await a.post(`/api/tms/arrival/${verb === 'register' ? 'register' : 'revoke'}`, stop)).code;
  }
  if (verb === 'void') return (await a.post(`/api/tms/waybill/${name}/void`, { ...body, reason: '随机作废' })).code;
  if (verb === 'depart') return (await a.depart(trip)).code;
  if (verb === 'revokeDepart')
    return (await a.post('/api/tms/departure/revoke', { waybillCode: trip, reason: '随机撤销' })).code;
  return arrive(detail, pick, part);
}

/** The pick-up of an order that is not over; undefined when it has none. */
async function pickUpOf(orderCode: string): Promise<string | undefined> {
  const { data } = await a.post('/api/tms/pickUpOrder/page', { code: orderCode });
  return data.list.find((one: { orderStatus: number; splitFlag: number }) => one.orderStatus < 5 && one.splitFlag !== 1)
    ?.pickUpCode;
}

/** 提单: the pick-ups of orders in one loop that ends at a site. */
async function loop(world: World, orderCodes: readonly string[]): Promise<number> {
  const codes = await Promise.all([...new Set(orderCodes)].map(pickUpOf));
  const answer = await a.stow(
    await a.truck(),
    codes.map((code) => code ?? 'TH0'),
    { waybillKind: 1, toPlaceId: a.qingpu },
  );
  if (answer.code === 200) world.trips.push(answer.data.waybillCode);
  return answer.code;
}

/** 提货确认 with so many pieces less than planned; null: nothing could be taken. */
async function pickUp(orderCode: string, missing: number | null): Promise<number> {
  const pickUpCode = (await pickUpOf(orderCode)) ?? 'TH0';
  const detail = (await a.post('/api/tms/pickUpOrder/detail', { id: pickUpCode })).data;
  if (!detail) return 4004;
  const own = { pickUpCode, version: detail.version };
  if (missing === null) return (await a.post('/api/tms/pickUpOrder/fail', { ...own, failReason: '客户未备货' })).code;
  const lines = detail.items.map((item: { itemId: string; pieces: number; weightKg: number; volumeM3: number }) => ({
    itemId: item.itemId,
    actualPieces: Math.max(0, item.pieces - missing),
    actualWeight: item.weightKg,
    actualVolume: item.volumeM3,
    productTemp: -19,
  }));
  return (await a.post('/api/tms/pickUpOrder/pick', { ...own, lines })).code;
}

/** Counts what a customer brought, or counts it again. */
async function receive(receiptCode: string | undefined, verb: 'receive' | 'correct', part: number): Promise<number> {
  const receipt = (await a.post('/api/tms/receiptOrder/detail', { id: receiptCode ?? 'SH0' })).data;
  if (!receipt) return 4004;
  const lines = receipt.items.map(
    (item: { itemId: string; planPieces: number; planWeight: number; planVolume: number }) => ({
      itemId: item.itemId,
      receivePieces: Math.max(1, item.planPieces - (part % 3)),
      receiveWeight: item.planWeight,
      receiveVolume: item.planVolume,
      productTemp: -19,
    }),
  );
  const more = verb === 'receive' ? { finish: part !== 5 } : { reason: '随机更正' };
  return (
    await a.post(`/api/tms/receiptOrder/${verb}`, {
      receiptCode: receipt.receiptCode,
      version: receipt.version,
      lines,
      ...more,
    })
  ).code;
}

async function voidReceipt(receiptCode: string | undefined): Promise<number> {
  const receipt = (await a.post('/api/tms/receiptOrder/detail', { id: receiptCode ?? 'SH0' })).data;
  if (!receipt) return 4004;
  const own = { receiptCode: receipt.receiptCode, version: receipt.version };
  return (await a.post('/api/tms/receiptOrder/void', { ...own, reason: '随机作废' })).code;
}

async function voidPickUp(orderCode: string): Promise<number> {
  const pickUpCode = (await pickUpOf(orderCode)) ?? 'TH0';
  const detail = (await a.post('/api/tms/pickUpOrder/detail', { id: pickUpCode })).data;
  if (!detail) return 4004;
  const body = { pickUpCode, version: detail.version, reason: '随机作废' };
  return (await a.post('/api/tms/pickUpOrder/void', body)).code;
}

async function poolCreateTask(world: World, orderCode: string): Promise<number> {
  const task = { orderCodes: [orderCode], vehicleId: await a.truck(), planDepartTime: inHours(0.2) };
  const answer = await a.post('/api/tms/transportTask/poolCreateTask', task);
  if (answer.code === 200) world.trips.push(answer.data.waybillCode);
  return answer.code;
}

async function split(world: World, orderCode: string, part: number): Promise<number> {
  const { items, version } = await a.orderOf(orderCode);
  const [item] = items;
  const children = [part, item.pieces - part].map((pieces) => ({ items: [{ itemId: item.itemId, pieces }] }));
  const answer = await a.post('/api/tms/customerOrder/split', { orderCode, version, children });
  if (answer.code === 200) world.orders.push(...answer.data.childCodes);
  return answer.code;
}

/** A parent is whole again, or what was joined is taken apart: these may leave 已作废 in no other way. */
async function takeBack(orderCode: string, verb: 'cancelSplit' | 'cancelMerge'): Promise<number> {
  const { version, mergedFrom } = await a.orderOf(orderCode);
  const answer = await a.post(`/api/tms/customerOrder/${verb}`, { orderCode, version });
  if (answer.code === 200) for (const code of mergedFrom) seen.delete(code);
  return answer.code;
}

async function sign(orderCode: string, part: number): Promise<number> {
  const { deliveredPieces } = await a.orderOf(orderCode);
  const rejectPieces = Math.min(part, deliveredPieces);
  const answer = await a.post('/api/tms/customerOrder/sign', {
    orderCode,
    signer: '李店长',
    signPieces: deliveredPieces - rejectPieces,
    rejectPieces,
    rejectReason: rejectPieces > 0 ? '破损' : null,
  });
  return answer.code;
}

type Detail = Output<typeof transportTaskCalls.detail>;

async function moveOut(world: World, detail: Detail, part: number): Promise<number> {
  const [leg] = detail.legs;
  const { waybillCode, version } = detail;
  const items = [
    part % 2 === 0 ? { orderCode: leg?.orderCode ?? 'DD1' } : { orderCode: leg?.orderCode ?? 'DD1', pieces: 1 + part },
  ];
  const answer = await a.post('/api/tms/transportTask/moveOut', { waybillCode, version, items, reason: '随机移出' });
  if (answer.code === 200)
    world.orders.push(
      ...answer.data.orderCodes.flatMap((code: string) =>
        code.endsWith('-02') ? [code, code.replace(/-02$/u, '-01')] : [],
      ),
    );
  return answer.code;
}

async function reload(world: World, detail: Detail, part: number): Promise<number> {
  const running = detail.legs.filter((leg) => leg.transportationStatus === 1);
  const legs = (part % 2 === 0 ? running : running.slice(0, 1)).map((leg) => ({
    orderCode: leg.orderCode,
    pieces: Math.max(1, leg.loadPieces - (part % 3)),
    productTemp: -19,
  }));
  const answer = await a.post('/api/tms/stowage/reload', {
    waybillCode: detail.waybillCode,
    version: detail.version,
    reason: 1,
    place: part < 3 ? { placeName: '半路' } : { placeId: a.qingpu },
    reloadTime: inHours(0),
    legs,
    target: { vehicleId: await a.truck(), planDepartTime: inHours(0.2) },
  });
  if (answer.code === 200) world.trips.push(answer.data.newWaybillCode);
  return answer.code;
}

async function arrive(detail: Detail, pick: number, part: number): Promise<number> {
  const stop = at(detail.stops, pick) as { seq: number; stopType: number };
  const legs = detail.legs.filter(
    (leg) => (stop.stopType === 1 ? leg.fromSeq : leg.toSeq) === stop.seq && leg.transportationStatus < 2,
  );
  const answer = await a.post('/api/tms/arrival/confirm', {
    waybillCode: detail.waybillCode,
    version: detail.version,
    stopSeq: stop.seq,
    lines: legs.map((leg) => {
      const due = stop.stopType === 1 ? leg.planPieces : leg.loadPieces;
      const short = stop.stopType === 1 ? 0 : Math.min(part % 2, due);
      return { orderCode: leg.orderCode, pieces: due - short, short, productTemp: -19 };
    }),
  });
  return answer.code;
}

interface OrderRow extends OrderFacts {
  code: string;
  status: number;
  pieces: number;
  kg: number;
  m3: number;
  itemPieces: number;
  itemKg: number;
  itemM3: number;
  childPieces: number | null;
  childKg: number | null;
  delivered: number | null;
  legs: Array<LegFacts & { plan: number; load: number; unload: number | null; kg: number; picked: boolean }>;
  /** counted when the customer brought them to a site */
  brought: number | null;
}

/** Where the machines (transport.md 3.1, 3.3) lead from a state; a parent follows its children. */
const orderWays: Readonly<Record<number, readonly number[]>> = {
  1: [2, 6],
  2: [1, 3, 4, 6],
  3: [2, 4],
  4: [2, 3, 5],
  5: [4],
  6: [],
};
const tripWays: Readonly<Record<number, readonly number[]>> = { 1: [2], 2: [1, 3], 3: [2] };
const seen = new Map<string, number>();
function follow(ways: Readonly<Record<number, readonly number[]>>, code: string, state: number): void {
  const before = seen.get(code);
  if (before !== undefined && before !== state)
    expect([code, ways[before]]).toEqual([code, expect.arrayContaining([state])]);
  seen.set(code, state);
}

async function reconcile(): Promise<void> {
  const { rows } =
    await sql<OrderRow>`select o.order_code as code, o.order_status as status, o.voided_at is not null as voided,
      o.signed_at is not null as signed, o.split_flag as "splitFlag", false as planned, o.total_pieces as pieces, o.total_weight_kg::float8 as kg,
      o.total_volume_m3::float8 as m3, i.pieces::int as "itemPieces", i.kg::float8 as "itemKg", i.m3::float8 as "itemM3",
      c.pieces::int as "childPieces", c.kg::float8 as "childKg", o.sign_pieces + o.reject_pieces as delivered,
      (select r.receive_pieces from receipt_order r where r.order_id = o.id and r.receive_type = 1 and r.receipt_status = 3) as brought,
      array(select x.order_status from customer_order x where x.parent_id = o.id) as children,
      coalesce((select jsonb_agg(jsonb_build_object('live', true, 'transportationStatus', l.transportation_status, 'loadPieces', l.load_pieces,
        'stowStatus', w.stow_status, 'loading', w.load_started_at is not null and l.from_seq = 1, 'final', l.final, 'plan', l.plan_pieces, 'load', l.load_pieces, 'unload', l.unload_pieces, 'kg', l.weight_kg, 'picked', l.pick_up_id is not null) order by l.leg_no, l.id)
        from waybill_leg l join waybill w on w.id = l.waybill_id where l.order_id = o.id and l.removed_at is null), '[]') as legs
    from customer_order o join lateral (select sum(pieces) as pieces, sum(weight_kg) as kg, sum(volume_m3) as m3 from order_item where order_id = o.id) i on true
      left join lateral (select sum(x.total_pieces) as pieces, sum(x.total_weight_kg) as kg from customer_order x where x.parent_id = o.id
        and x.void_reason is distinct from '撤销拆单') c on true
    where o.client_id = ${a.clientId}`.execute(a.db);
  for (const row of rows) {
    expect([row.code, row.status]).toEqual([row.code, deriveOrderStatus(row)]);
    if (row.splitFlag !== 1) follow(orderWays, row.code, row.status);
    expect([row.itemPieces, row.itemKg, row.itemM3]).toEqual([row.pieces, row.kg, row.m3]);
    if (row.splitFlag === 1) expect([row.childPieces, row.childKg]).toEqual([row.pieces, row.kg]);
    expect(row.legs.filter((leg) => leg.transportationStatus < 2).length).toBeLessThanOrEqual(1);
    // goods are what somebody counted last: at the site where they were brought, at the sender's, behind each leg
    let available = row.brought ?? row.pieces;
    for (const leg of row.legs) {
      expect(leg.plan).toBe(available);
      expect(leg.load).toBeLessThanOrEqual(leg.plan);
      if (leg.transportationStatus > 0 && !leg.picked) expect([row.code, leg.load]).toEqual([row.code, leg.plan]);
      if (leg.unload !== null) expect(leg.unload).toBeLessThanOrEqual(leg.load);
      if (leg.transportationStatus === 2) available = leg.unload ?? -1;
    }
    if (row.signed) expect(row.delivered).toBe(available);
  }
  await reconcileTrips();
  await reconcilePickUps();
}

async function reconcileTrips(): Promise<void> {
  const { rows } = await sql<{
    code: string;
    state: number;
    departed: boolean;
    pieces: number;
    kg: number;
    legPieces: number;
    legKg: number;
    stops: Array<0 | 1 | 2 | 3>;
    legs: Array<0 | 1 | 2>;
  }>`select w.waybill_code as code, w.transport_status as state, w.actual_depart_at is not null as departed, w.total_pieces as pieces,
      w.total_weight_kg::float8 as kg, coalesce(sum(case when l.transportation_status > 0 and l.load_pieces > 0 then l.load_pieces else l.plan_pieces end), 0)::int as "legPieces", coalesce(sum(l.weight_kg), 0)::float8 as "legKg",
      array(select stop_status from waybill_stop p where p.waybill_id = w.id order by seq) as stops,
      coalesce(array_agg(l.transportation_status) filter (where l.id is not null), '{}') as legs
    from waybill w left join waybill_leg l on l.waybill_id = w.id and l.removed_at is null
    where w.client_id = ${a.clientId} and w.voided_at is null group by w.id`.execute(a.db);
  for (const row of rows) {
    expect([row.code, row.state]).toEqual([row.code, deriveTransportStatus(row)]);
    follow(tripWays, row.code, row.state);
    expect([row.code, row.legPieces, row.legKg]).toEqual([row.code, row.pieces, row.kg]);
  }
}

/** Pick-ups and receipts hold what their lines say; a pick-up's state is the pure function of its leg. */
async function reconcilePickUps(): Promise<void> {
  const { rows } = await sql<
    PickUpFacts & { code: string; status: number; sums: number[]; items: number[] }
  >`select p.pick_up_code as code,
      p.order_status as status, p.voided_at is not null or o.voided_at is not null as voided, p.split_flag = 1 or o.split_flag = 1 as divided,
      array[p.total_pieces, p.total_weight_kg, p.total_volume_m3]::float8[] as sums,
      (select array[sum(i.pieces), sum(i.weight_kg), sum(i.volume_m3)]::float8[] from pick_up_item i where i.pick_up_id = p.id) as items,
      (select jsonb_build_object('transportationStatus', l.transportation_status, 'loadPieces', l.load_pieces, 'atPoint',
          w.actual_depart_at is not null and exists (select from waybill_stop s where s.waybill_id = w.id and s.seq = l.from_seq and s.stop_status = 1))
        from waybill_leg l join waybill w on w.id = l.waybill_id
        where l.order_id = o.id and l.removed_at is null and (l.pick_up_id = p.id or l.pick_up_id is null and l.leg_no = 1
          and not exists (select from waybill_leg x where x.order_id = o.id and x.removed_at is null and x.pick_up_id is not null))
        order by l.pick_up_id nulls last, l.id desc limit 1) as leg
    from pick_up_order p join customer_order o on o.id = p.order_id where p.client_id = ${a.clientId}`.execute(a.db);
  for (const { code, status, sums, items, ...facts } of rows) {
    expect([code, status]).toEqual([code, derivePickUpStatus(facts)]);
    expect([code, items]).toEqual([code, sums]);
  }
  const { rows: receipts } = await sql<{ code: string; got: number[]; items: number[] }>`select r.receipt_code as code,
      array[r.receive_pieces, r.receive_weight_kg, r.receive_volume_m3]::float8[] as got,
      (select array[sum(i.receive_pieces), sum(i.receive_weight_kg), sum(i.receive_volume_m3)]::float8[] from receipt_item i where i.receipt_id = r.id) as items
    from receipt_order r where r.client_id = ${a.clientId} and r.receipt_status in (2, 3)`.execute(a.db);
  for (const { code, got, items } of receipts) expect([code, items]).toEqual([code, got]);
}

/** One life with every step in it, so that none is only refused: orders and trips by their number. */
const life = (
  [
    ['order', 0],
    ['task', 0],
    ['startLoad', 0],
    ['countLoad', 0],
    ['rollback', 0],
    ['void', 0],
    ['order', 1],
    ['order', 2],
    ['task', 0, 1],
    ['moveOut', 1],
    ['moveIn', 3],
    ['reassign', 1],
    ['depart', 1],
    ['revokeDepart', 1],
    ['depart', 1],
    ['register', 1],
    ['revokeArrive', 1],
    ['reload', 1],
    ['depart', 2],
    ['sign', 0],
    ['revokeSign', 0],
    ['sign', 0],
    ['trunk', 2],
    ['load', 3],
    ['depart', 3],
    ['arrive', 3],
    ['order', 3],
    ['split', 3, 2],
    ['voidOrder', 4],
    ['fetch', 0],
    ['loop', 6],
    ['depart', 4],
    ['failPick', 6],
    ['loop', 6],
    ['depart', 5],
    ['pick', 6, 1],
    ['arrive', 5, 2],
    ['arrive', 5, 5],
    ['trunk', 6],
    ['depart', 6],
    ['order', 6],
    ['bring', 7],
    ['receive', 0, 2],
    ['correct', 0, 1],
    ['task', 7],
    ['order', 3],
    ['order', 3],
    ['merge', 8, 1],
    ['cancelMerge', 10],
    ['restow', 7, 0],
    ['split', 9, 2],
    ['cancelSplit', 9],
    ['order', 0],
    ['order', 0],
    ['task', -2, 1],
    ['moveOut', -1],
    ['poolCreateTask', -2],
    ['order', 0],
    ['order', 0],
    ['task', -2, 1],
    ['moveOut', -1],
    ['poolReturn', -2],
    ['fetch', 0],
    ['loop', -1],
    ['depart', -1],
    ['fetch', 0],
    ['enroute', -1],
    ['fetch', 0],
    ['voidPickUp', -1],
    ['order', 0],
    ['bring', -1],
    ['voidReceipt', -1],
  ] as const
).map(([verb, pick, part = 0]) => ({ verb, pick, part }));

it('reconciles after every step of any sequence', async () => {
  const answers = new Map<number, number>();
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 28, maxLength: 40 }), async (steps) => {
      const world: World = { orders: [], trips: [], receipts: [] };
      for (const one of steps) {
        const code = await take(world, one);
        expect([200, 4000, 4004, 4010, 4011]).toContain(code);
        answers.set(code, (answers.get(code) ?? 0) + 1);
        if (code === 200) done.add(one.verb);
        await reconcile();
      }
    }),
    process.env.CHAOS === '1'
      ? { examples: [[life]], numRuns: 100, endOnFailure: true }
      : { examples: [[life]], numRuns: 3, seed: 20_261_121, endOnFailure: true },
  );
  // a trip ends by itself with its last leg: 任务完成 is for those that come to rest otherwise, and mostly refused here
  expect([...done.add('finish')].sort()).toEqual([...verbs].sort());
  expect(answers.get(200)).toBeGreaterThan(50);
  expect(answers.get(4010)).toBeGreaterThan(10);
}, 60_000);
