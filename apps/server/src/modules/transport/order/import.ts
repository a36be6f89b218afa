import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus } from '@tongda/contract/transport/enums';
import { orderImports } from '@tongda/contract/transport/order/calls';
import {
  type OrderField,
  type OrderFields,
  type OrderItem,
  orderCrossChecks,
  orderFields,
  orderLabels,
} from '@tongda/contract/transport/order/fields';
import { totalOf } from '@tongda/contract/transport/order/split';
import {
  deliveryMode,
  freightPayMode,
  orderPriority,
  orderSource,
  orderType,
  pickUpFlag,
  receiptRequire,
  serviceMode,
  splitFlag,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { declareGone, insertRows } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asDate, asDateTime, asNumber, asRef, asYesNo, type Refs } from '../../../core/import/cells';
import type { Cells, Fault, ImportColumn, ImportDefinition, Known } from '../../../core/import/definition';
import { nextCodes } from '../../../core/record/codes';
import { fieldsInWords } from '../../../core/record/words';
import { asArea, divisionOf, loadGeocoder } from '../../base/map/door';
import { loadReferences } from '../../base/reference/door';
import { findOrdersInUse, type KnownOrder, loadItemLists, loadKnownOrders, orderKey } from './import-repo';
import { logSteps } from './log';
import { syncPickUpWithOrder } from './pick-up';
import { assignNearestSites, loadKnownPoints } from './places';
import { refreshStatus } from './state';
import { orderWording } from './words';
import { orderRowOf, replaceItems } from './write';

// orders are voided, never deleted
declareGone('customer_order', 'voided_at');

const labelsOf = (e: { options: ReadonlyArray<{ name: string }> }): string[] => e.options.map((o) => o.name);
const textColumn = (
  field: OrderField,
  example: string | number,
  note: string,
  more: Partial<ImportColumn> = {},
): ImportColumn => ({
  field,
  label: orderLabels[field],
  example,
  note,
  ...more,
});
const codeColumn = (
  field: OrderField,
  of: Parameters<typeof asCode>[0] & Parameters<typeof labelsOf>[0],
  example: string,
  usual: string,
): ImportColumn =>
  textColumn(field, example, `${labelsOf(of).join('、')}${usual}`, { options: labelsOf(of), as: asCode(of) });
const goodsColumn = (
  field: keyof OrderItem,
  label: string,
  example: string | number,
  note: string,
  more: Partial<ImportColumn> = {},
): ImportColumn => ({ field: `items.${field}`, label, example, note, ...more });
const timeColumn = (field: OrderField, example: string, note = '') =>
  textColumn(field, example, `时间，如 2027-01-31 08:30${note}`, { as: asDateTime });
const amountColumn = (field: OrderField, example: number | string, note: string) =>
  textColumn(field, example, note, { as: asNumber });

/** The columns of one side; 发货 and 收货 have the same. */
function placeColumns(side: 'ship' | 'receive', example: readonly [string, string, string, string]): ImportColumn[] {
  const [who, phone, area, address] = example;
  const person = side === 'ship' ? 'shipper' : 'receiver';
  return [
    textColumn(person, who, '2~20个字符', { required: true }),
    textColumn(`${side}Phone`, phone, '手机号或固定电话', { required: true }),
    textColumn(`${side}Area`, area, '省市区，最多40个字符', { required: true, as: asArea }),
    textColumn(`${side}Address`, address, '最多120个字符', { required: true }),
    amountColumn(`${side}Lng`, '', 'WGS-84 经度，空白按门店、客户地址或省市区定位'),
    amountColumn(`${side}Lat`, '', 'WGS-84 纬度'),
  ];
}

const importColumns = ({ customer = [] }: Readonly<Record<string, readonly string[]>>): ImportColumn[] => [
  textColumn('customerId', customer[0] ?? '', '客户名称或编码', {
    required: true,
    options: customer,
    as: asRef('customer', '客户', '请填客户编码'),
  }),
  textColumn('customerOrderNo', 'PO-20270131-01', '最多50个字符；同一客户相同单号的各行为一个订单', { required: true }),
  codeColumn('businessType', serviceMode, '零担', '，空白为零担'),
  codeColumn('freightPayMode', freightPayMode, '月结', '，空白为月结'),
  codeColumn('priority', orderPriority, '普通', '，空白为普通'),
  codeColumn('pickUpFlag', pickUpFlag, '客户自送', '，空白为客户自送'),
  codeColumn('deliveryMode', deliveryMode, '送货上门', '，空白为送货上门'),
  ...placeColumns('ship', ['赵仓管', '13800138000', '上海市青浦区', '华新镇嘉松中路1号']),
  ...placeColumns('receive', ['苏州观前店', '0512-65221234', '江苏省苏州市姑苏区', '观前街88号']),
  timeColumn('pickFrom', '2027-01-31 08:00'),
  timeColumn('pickTo', '2027-01-31 10:00'),
  timeColumn('arriveFrom', '2027-02-01 06:00'),
  { ...timeColumn('arriveTo', '2027-02-01 10:00', '；新订单不能早于当前时间'), required: true },
  { ...codeColumn('temperatureType', temperatureType, '冷冻', ''), required: true },
  amountColumn('tempMin', -25, '℃，最多1位小数'),
  amountColumn('tempMax', -18, '℃，须高于下限'),
  textColumn('preCool', '否', '是或否，空白为否', { options: ['是', '否'], as: asYesNo }),
  amountColumn('goodsValue', '', '元'),
  amountColumn('insuredAmount', '', '元，不大于货值'),
  amountColumn('codAmount', '', '元，不超过50000'),
  amountColumn('pallets', '', '0.5~200，最多1位小数'),
  amountColumn('unloadMin', '', '1~1440 的整数'),
  codeColumn('receiptRequire', receiptRequire, labelsOf(receiptRequire)[0] ?? '', '，空白为不要求'),
  amountColumn('receiptCopies', '', '纸质回单必填'),
  textColumn('remark', '', '最多200个字符'),
  goodsColumn('cargoName', '品名', '速冻水饺', '最多50个字符', { required: true }),
  goodsColumn('spec', '规格', '20袋/箱', '最多50个字符'),
  goodsColumn('packUnit', '包装单位', '箱', '空白为件'),
  goodsColumn('pieces', '件数', 120, '大于0的整数', { required: true, as: asNumber }),
  goodsColumn('weightKg', '重量(kg)', 960, '最多2位小数', { required: true, as: asNumber }),
  goodsColumn('volumeM3', '体积(m³)', 6.2, '最多3位小数', { required: true, as: asNumber }),
  goodsColumn('temperatureType', '货物温层', '', '空白与订单温层相同', {
    options: labelsOf(temperatureType),
    as: asCode(temperatureType),
  }),
  goodsColumn('batchNo', '批号', '', '最多30个字符'),
  goodsColumn('expireOn', '到期日', '', '日期，如 2027-06-30', { as: asDate }),
];

/** Gives lines of goods without a temperature class that of their order. */
function fillTemperatureClass(given: Record<string, unknown>): void {
  if (!Array.isArray(given.items)) return;
  given.items = given.items.map((item: Record<string, unknown>) => ({
    ...item,
    temperatureType: item.temperatureType ?? given.temperatureType,
  }));
}

/**
 * Places both ends where nobody gave coordinates: where the company's stores and customers have the same address, otherwise at the seat of the city or
 * county (a province alone says nothing).
 */
function fillPoints(given: Record<string, unknown>, points: Refs[string] | undefined): void {
  for (const side of ['ship', 'receive'] as const) {
    const [lng, lat, area, address] = [`${side}Lng`, `${side}Lat`, `${side}Area`, `${side}Address`];
    const [where, street] = [given[area], given[address]];
    if (typeof given[lng] === 'number' || typeof given[lat] === 'number') continue;
    if (typeof where !== 'string' || typeof street !== 'string') continue;
    const known = points?.get(`${where}${street}`);
    const division = divisionOf(where);
    if (typeof known === 'string') [given[lng], given[lat]] = known.split(',').map(Number);
    else if (division && division.level !== 'province') [given[lng], given[lat]] = [division.lng, division.lat];
  }
}

/** Import of customer orders; customer and customer's number identify the order of a line. */
export const orderImportDefinition: ImportDefinition<OrderFields> = {
  calls: orderImports,
  entity: 'customer_order',
  table: 'customer_order',
  key: {
    field: 'customerOrderNo',
    label: '客户单号',
    column: 'customer_order_no',
    normal: (text) => text.trim(),
    of: (cells) => orderKey(cells.customerId ?? '', cells.customerOrderNo ?? ''),
    ofIds: async (trx, ctx, ids) => {
      const { rows } = await sql<{ id: string; customer: string; no: string }>`select o.id::text, k.name as customer,
          coalesce(o.customer_order_no, '') as no from customer_order o join customer k on k.id = o.customer_id
        where o.client_id = ${ctx.clientId} and o.id = any(${ids}::bigint[])`.execute(trx);
      return new Map(rows.map(({ id, customer, no }) => [id, orderKey(customer, no)]));
    },
  },
  columns: importColumns,
  notes: [
    '一个订单有多种货物时填多行：客户和客户单号相同，其余订单信息填在第一行，后面各行可以留空，只填货物。',
    '更新已有订单时，文件中的货物行整体替换原有货物；不填货物列则保留原有货物。只有待调度的订单可以更新。',
  ],
  parts: {
    field: 'items',
    read: loadItemLists,
    write: async (trx, ctx, lists) => {
      // the check of the file has parsed each line with the schema of `items`
      for (const { id, list } of lists) await replaceItems(trx, ctx, id, list as OrderItem[]);
    },
  },
  schema: orderFields.refine((v) => Boolean(v.customerOrderNo), { path: ['customerOrderNo'], error: '请填写客户单号' }),
  cross: orderCrossChecks,
  labels: orderLabels,
  defaults: () => ({
    businessType: serviceMode.lessThanTruck,
    freightPayMode: freightPayMode.monthly,
    priority: orderPriority.normal,
    orderType: orderType.forward,
    pickUpFlag: pickUpFlag.brought,
    deliveryMode: deliveryMode.delivered,
  }),
  derive: (given, _cells, refs) => {
    fillTemperatureClass(given);
    fillPoints(given, refs.point);
  },
  world: async (trx, ctx, keys) => {
    await loadGeocoder();
    const references = await loadReferences(trx, ctx, ['customer']);
    return {
      ...references,
      refs: { ...references.refs, point: await loadKnownPoints(trx, ctx) },
      known: await loadKnownOrders(trx, ctx, keys),
    };
  },
  lines: async (_trx, ctx) => {
    const now = wireTime(Date.now(), ctx.timeZone);
    return (line) => ({ faults: checkBeyondFields(line, now) });
  },
  columnsOf: (fields, ctx) => storedColumnsOf(fields, ctx),
  wordsOf: (fields, names) => fieldsInWords(fields, orderWording, names),
  insert: addOrders,
  used: findOrdersInUse,
  usedWhenChanged: true,
  remove: takeOrdersBack,
};

/** Faults that do not follow from the fields alone: an order that has been dispatched is not changed, a new one is not due in the past. */
function checkBeyondFields({ cells, known }: { cells: Cells; known: Known<OrderFields> | null }, now: string): Fault[] {
  // `loadKnownOrders` is what filled `world.known` of this import
  const closed = (known as KnownOrder | null)?.closed;
  if (closed) return [{ field: 'customerOrderNo', msg: closed }];
  const due = cells.arriveTo ? asDateTime(cells.arriveTo, {}) : null;
  if (!known && typeof due === 'string' && due < now)
    return [{ field: 'arriveTo', msg: '要求到达时间不能早于当前时间' }];
  return [];
}

/** Columns of an order for an insert by JSON, where a moment is written with its zone. */
function storedColumnsOf(fields: OrderFields, ctx: Ctx) {
  const at = (text: string | null): string | null => (text === null ? null : `${text} ${ctx.timeZone}`);
  const totals = totalOf(fields.items);
  return {
    ...orderRowOf(ctx, fields),
    pick_from: at(fields.pickFrom),
    pick_to: at(fields.pickTo),
    arrive_from: at(fields.arriveFrom),
    arrive_to: at(fields.arriveTo),
    total_pieces: totals.pieces,
    total_weight_kg: totals.weightKg,
    total_volume_m3: totals.volumeM3,
  };
}

/** Inserts new orders in bulk, so that thousands take seconds only. Answers their ids. */
async function addOrders(trx: Trx, ctx: Ctx, records: OrderFields[]): Promise<string[]> {
  const orderCodes = await nextCodes(trx, ctx, 'DD', records.length);
  const ids = await insertRows(
    trx,
    ctx,
    'customer_order',
    records.map((fields, i) => ({
      ...storedColumnsOf(fields, ctx),
      org_id: ctx.orgId,
      order_code: orderCodes[i],
      split_flag: splitFlag.whole,
      order_source: orderSource.imported,
      created_by: ctx.userId,
    })),
  );
  const goods = records.flatMap(({ items }, i) =>
    items.map((item, line) => ({
      order_id: ids[i],
      line_no: line + 1,
      cargo_name: item.cargoName,
      spec: item.spec,
      pack_unit: item.packUnit,
      pieces: item.pieces,
      weight_kg: item.weightKg,
      volume_m3: item.volumeM3,
      temperature_type: item.temperatureType,
      batch_no: item.batchNo,
      expire_on: item.expireOn,
    })),
  );
  const columns = sql.join(Object.keys(goods[0] ?? {}).map((column) => sql.ref(column)));
  await sql`insert into order_item (client_id, ${columns}) select ${ctx.clientId}, ${columns}
    from jsonb_populate_recordset(null::order_item, ${JSON.stringify(goods)}::jsonb)`.execute(trx);
  await assignNearestSites(trx, ctx, ids);
  await logSteps(
    trx,
    ctx,
    orderCodes.map((objCode) => ({
      objType: 'customerOrder',
      objCode,
      action: '下单',
      to: orderStatus.toDispatch,
      remark: '导入',
    })),
  );
  for (const [i, { pickUpFlag: fetched }] of records.entries())
    if (fetched === pickUpFlag.pickedUp) await syncPickUpWithOrder(trx, ctx, ids[i] ?? '');
  return ids;
}

async function takeOrdersBack(trx: Trx, ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{
    orderCode: string;
  }>`update customer_order set voided_at = now(), void_reason = '撤销导入', version = version + 1,
      updated_at = now(), updated_by = ${ctx.userId} where id = any(${ids}::bigint[]) and client_id = ${ctx.clientId}
      and split_flag = ${splitFlag.whole} returning order_code as "orderCode"`.execute(trx);
  await refreshStatus(trx, ctx, ids);
  await logSteps(
    trx,
    ctx,
    rows.map(({ orderCode }) => ({
      objType: 'customerOrder',
      objCode: orderCode,
      action: '作废',
      from: orderStatus.toDispatch,
      to: orderStatus.voided,
      remark: '撤销导入',
    })),
  );
}
