import {
  type BillFields,
  billFields,
  billLabels,
  billSource,
  refuelImports,
} from '@tongda/contract/reports/driving/refuel-bill';
import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { asDateTime, asNumber, type CellReader } from '../../../core/import/cells';
import { columnsOfForm } from '../../../core/import/columns';
import type { ImportDefinition, ImportWorld } from '../../../core/import/definition';
import { hiddenRecord, knownRecord } from '../../../core/import/known';
import { fieldsInWords } from '../../../core/record/words';
import { visibleVehicleRows } from '../../../modules/base/org/door';
import { billMoment, billRegister } from './refuel-bill';

/** Sign of a vehicle that has no fuel sensor, in place of its id. */
const noSensor = '';

const asVehicle: CellReader = (text, refs) => {
  const id = refs.vehicle?.get(normalizePlate(text));
  if (typeof id !== 'string') return { fault: '车辆不存在，或您没有它的查看权限' };
  return id === noSensor ? { fault: '未安装油量传感器' } : id;
};

const column = columnsOfForm(billLabels);

async function loadWorld(trx: Trx, ctx: Ctx, numbers: string[]): Promise<ImportWorld<BillFields>> {
  const { rows: vehicles } = await sql<{
    id: string;
    plate: string;
    sensor: boolean;
  }>`select v.id::text, v.plate_no as plate, v.oil_count > 0 as sensor from vehicle v
    where v.client_id = ${ctx.clientId} and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`.execute(trx);
  const names = new Map(vehicles.map(({ id, plate }) => [`vehicle ${id}`, plate]));
  const known: Map<string, ReturnType<typeof hiddenRecord<BillFields>>> = new Map();
  const { rows } = await sql<
    BillFields & { id: string; version: number; visible: boolean }
  >`select b.id::text, b.version, b.vehicle_id::text as "vehicleId",
      ${wireTimeSql(sql<Date>`b.fuelled_at`, ctx.timeZone)} as "fuelTime", b.litres::float8, b.price_yuan::float8 as "priceYuan", (b.amount_fen / 100.0)::float8 as "amountYuan",
      b.station, b.card_no as "cardNo", b.bill_no as "billNo", b.remark, ${visibleVehicleRows(ctx, 'v')} as visible
    from refuel_bill b join vehicle v on v.id = b.vehicle_id where b.client_id = ${ctx.clientId} and b.deleted_at is null and b.bill_no = any(${numbers}::text[])`.execute(
    trx,
  );
  for (const row of rows)
    known.set(row.billNo ?? '', row.visible ? knownRecord(row, Object.keys(billLabels)) : hiddenRecord(row.id));
  return {
    refs: { vehicle: new Map(vehicles.map(({ id, plate, sensor }) => [plate, sensor ? id : noSensor])) },
    choices: {},
    names,
    known,
  };
}

/** 导入油卡账单: a line a refuelling, known by the number of its bill. What it pays for is found when the report is read. */
export const refuelImport: ImportDefinition<BillFields> = {
  calls: refuelImports,
  entity: billRegister.entity,
  table: billRegister.table,
  key: { field: 'billNo', label: '票据号', column: 'bill_no', normal: (text) => text.trim() },
  columns: () => [
    column('billNo', 'YK2611200017', '油卡账单的流水号', { required: true }),
    column('vehicleId', '沪A12345', '车牌号；车辆须安装油量传感器', { required: true, as: asVehicle }),
    column('fuelTime', '2026-11-20 08:35', '时间；与识别的加油前后60分钟内对应', { required: true, as: asDateTime }),
    column('litres', 215.3, '升，最多2位小数', { required: true, as: asNumber }),
    column('priceYuan', 7.32, '元/升', { as: asNumber }),
    column('amountYuan', 1576, '元', { as: asNumber }),
    column('station', '中国石化望亭站', '最多50个字符'),
    column('cardNo', '100011320000', '最多30个字符'),
    column('remark', '', '最多200个字符'),
  ],
  schema: billFields,
  labels: billLabels,
  world: loadWorld,
  lines:
    async (_trx, ctx) =>
    ({ cells }) => {
      const text = asDateTime(cells.fuelTime ?? '', {});
      const moment = typeof text === 'string' ? billMoment(text, ctx.timeZone) : null;
      return {
        faults: [
          ...(cells.billNo ? [] : [{ field: 'billNo', msg: '请输入票据号' }]),
          ...(typeof moment === 'string' ? [{ field: 'fuelTime', msg: moment }] : []),
        ],
      };
    },
  born: (ctx) => ({ source: billSource.card, created_by: ctx.userId }),
  columnsOf: (fields, ctx) => {
    const at = billMoment(fields.fuelTime, ctx.timeZone);
    return {
      ...billRegister.columnsOf(fields),
      fuelled_at: typeof at === 'string' ? null : new Date(at).toISOString(),
    };
  },
  wordsOf: (fields, names) => fieldsInWords(fields, billRegister.wording, names),
  used: () => Promise.resolve(new Map()),
  twice: billRegister.twice,
};
