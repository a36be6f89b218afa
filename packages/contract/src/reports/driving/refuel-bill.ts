import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalNumber, optionalText } from '../../core/field/inputs';
import { dateTime, id, requiredTime } from '../../core/page';
import { importCalls } from '../../core/register/import';
import { version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/report/refuel';
export const maxBillFiles = 6;
/** A bill pays for the refuelling that is nearest in time, at most so many minutes away. */
export const billReachMin = 60;
/** Where a bill comes from. */
export const billSource = { hand: 1, card: 2 } as const;

/** What a bill says of one refuelling. */
export const billFields = z.object({
  vehicleId: id,
  fuelTime: requiredTime('请选择加油时间'),
  litres: numberWithin({ min: 0.01, max: 2000, places: 2, unit: 'L' }),
  priceYuan: optionalNumber({ min: 0.01, max: 100, places: 3, unit: '元' }),
  amountYuan: optionalNumber({ min: 0.01, max: 100_000, places: 2, unit: '元' }),
  station: z.string().trim().max(50, '最多50个字符').default(''),
  cardNo: optionalText(30),
  billNo: optionalText(40),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type BillFields = z.output<typeof billFields>;
export const billLabels: Readonly<Record<keyof BillFields, string>> = {
  vehicleId: '车牌号',
  fuelTime: '加油时间',
  litres: '加油量(L)',
  priceYuan: '单价(元/L)',
  amountYuan: '金额(元)',
  station: '加油站',
  cardNo: '油卡号',
  billNo: '票据号',
  remark: '备注',
};

const files = z.array(id).max(maxBillFiles, `附件最多${maxBillFiles}个`).default([]);
const form = billFields.extend({ fileIds: files });
const made = z.object({ id });

const number = z.number().nullable();
const text = z.string();
const bill = z.object({
  id,
  vehicleId: id,
  fuelTime: dateTime,
  litres: z.number(),
  priceYuan: number,
  amountYuan: number,
  station: text,
  cardNo: text.nullable(),
  billNo: text.nullable(),
  remark: text,
  source: z.literal([billSource.hand, billSource.card]),
  files: z.array(z.object({ id, name: text, url: text, image: z.boolean() })),
  userName: text,
  updateTime: dateTime,
  version: z.number(),
});
export type RefuelBill = z.output<typeof bill>;

/** The bills of one row. */
export const refuelBills = endpoint({
  path: `${base}/bills`,
  access: { menu: menus.refuel.id },
  visit: 'look',
  title: '查询加油票据',
  input: z.object({ ids: z.array(id).min(1).max(50) }),
  output: z.array(bill),
});

/** 登记票据 of a refuelling that was found, which is told by vehicle and time. */
export const refuelBillAdd = endpoint({
  path: `${base}/bill`,
  access: button('refuel', 'bill'),
  visit: 'write',
  title: '登记加油票据',
  input: form,
  output: made,
});

/** 手工新增: a refuelling that the sensor did not tell of. */
export const refuelAdd = endpoint({
  path: `${base}/add`,
  access: button('refuel', 'add'),
  visit: 'write',
  title: '手工新增加油',
  input: form,
  output: made,
});

export const refuelBillUpdate = endpoint({
  path: `${base}/billUpdate`,
  access: button('refuel', 'bill'),
  visit: 'write',
  title: '修改加油票据',
  input: form.extend({ id, version }),
  output: z.object({ id, version: z.number() }),
});

export const refuelBillDel = endpoint({
  path: `${base}/billDel`,
  access: button('refuel', 'billDel'),
  visit: 'acting',
  title: '删除加油票据',
  input: z.object({ id, version }),
  output: z.null(),
});

/** 标记误判: what was found is no refuelling (a slope, a swinging float), or is one after all. 4009 when somebody else has decided meanwhile. */
export const refuelInvalid = endpoint({
  path: `${base}/invalid`,
  access: button('refuel', 'invalid'),
  visit: 'write',
  title: '标记加油误判',
  input: z
    .object({
      /** the findings of the row: one a tank */
      ids: z.array(id).min(1, '请选择加油记录').max(10),
      invalid: z.boolean(),
      remark: z.string().trim().max(200, '最多200个字符').default(''),
    })
    .refine(({ invalid, remark }) => !invalid || remark.length >= 2, {
      path: ['remark'],
      message: '误判原因至少2个字',
    }),
  output: z.object({ done: z.number() }),
});

/** 导入油卡账单 (xlsx): matched with what was found by plate and time. */
export const refuelImports = importCalls({
  base,
  access: button('refuel', 'import'),
  noun: '油卡账单',
  unit: '笔',
  visit: 'write',
});
