import { type BillFields, billLabels } from '@tongda/contract/reports/driving/refuel-bill';
import type { Register } from '../../../core/record/register';
import { wallToMs } from '../../../kernel/day/edges';

/** The columns of a bill besides its vehicle, time and files. */
const billColumns = (v: BillFields) => ({
  vehicle_id: v.vehicleId,
  litres: v.litres,
  price_yuan: v.priceYuan,
  amount_fen: v.amountYuan === null ? null : Math.round(v.amountYuan * 100),
  station: v.station,
  card_no: v.cardNo,
  bill_no: v.billNo,
  remark: v.remark,
});

export const billRegister: Register<BillFields> = {
  entity: 'refuelBill',
  table: 'refuel_bill',
  noun: '加油票据',
  wording: { labels: billLabels, refs: { vehicleId: 'vehicle' } },
  columnsOf: billColumns,
  twice: (index) => (index === 'refuel_bill_no' ? { field: 'billNo', msg: '票据号已存在' } : null),
};

/** How far ahead of the server a clock may be. */
const slackMs = 300_000;

/** A moment that a user wrote; 4000 for one that does not exist or lies ahead. */
export function billMoment(text: string, timeZone: string): number | string {
  const at = wallToMs(text, timeZone);
  if (at === null) return '加油时间不存在';
  return at > Date.now() + slackMs ? '加油时间不能晚于当前时间' : at;
}
