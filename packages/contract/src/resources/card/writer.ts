import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalId } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { filterText, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { icReadResult } from '../enums';

const base = '/api/base/manage/writeDevice';
const read = { menu: menus.writeDevice.id } as const;
const text = z.string();

const writerRow = z.object({
  id,
  writerNo: text,
  model: text,
  orgId: id.nullable(),
  orgName: text,
  /** cards that it wrote */
  cardCount: z.number(),
  lastTime: dateTime.nullable(),
  lastUser: text,
  version: z.number(),
});
export type WriterRow = z.infer<typeof writerRow>;
export const writerColumns = columns<WriterRow>()([
  { value: 'writerNo', label: '设备编号', width: 110, sortable: true, noEdit: true },
  { value: 'model', label: '型号', width: 130 },
  { value: 'orgName', label: '所属部门', width: 120, sortable: true },
  { value: 'cardCount', label: '写卡数', width: 70, align: 'right' },
  { value: 'lastTime', label: '最后使用', width: 130, sortable: true },
  { value: 'lastUser', label: '使用人', width: 84 },
]);

/** 写卡设备 of the company. Nobody registers one: it appears with the first card that names it. */
export const cardWriters = endpoint({
  path: `${base}/writers`,
  access: read,
  title: '写卡设备列表',
  input: pageQuery.extend({ keyword: filterText(20) }),
  output: pageOf(writerRow),
});
export const cardWriterUpdate = endpoint({
  path: `${base}/writerUpdate`,
  access: button('writeDevice', 'write'),
  title: '修改写卡设备的型号和部门',
  input: z.object({ id, version, model: z.string().trim().max(30, '最多30个字符').default(''), orgId: optionalId }),
  output: z.object({ version: z.number() }),
});

/** A swipe of a store's card proves an arrival when the truck stands at most so far from the store, m. */
export const swipeProofM = 500;

const swipeRow = z.object({
  /** unique within the list only: rows come from two tables */
  id: text,
  time: dateTime,
  /** true: put into the terminal, false: taken out of it (0x0702); null: held to a reader (0x0900) */
  inserted: z.boolean().nullable(),
  /** icReadResult of a driver's card that was put in; null for other swipes */
  result: z.literal(icReadResult.codes).nullable(),
  plateNo: text,
  /** address of the vehicle at that moment; empty when no position is known */
  place: text,
  /** distance of the truck from the store, for a store's card */
  distanceM: z.number().int().nullable(),
});
export type SwipeRow = z.infer<typeof swipeRow>;
export const swipeColumns = columns<SwipeRow>()([
  { value: 'time', label: '时间', width: 130 },
  { value: 'inserted', label: '动作', width: 64 },
  { value: 'plateNo', label: '车牌号', width: 104 },
  { value: 'place', label: '地点', width: 260 },
  { value: 'distanceM', label: '距门店(m)', width: 80, align: 'right' },
  { value: 'result', label: '读卡结果', width: 130, dict: 'icReadResult' },
]);
/** 刷卡记录: swipes of a card at readers (0x0900) and of its driver's cards at terminals (0x0702), in vehicles that the caller sees. */
export const cardSwipes = endpoint({
  path: `${base}/swipes`,
  access: read,
  title: '刷卡记录',
  input: pageQuery.extend({ id }),
  output: pageOf(swipeRow),
});
