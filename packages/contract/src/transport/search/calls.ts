import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { id } from '../../core/page';

/** What the search of the header finds beside menus, in the order in which it shows them. */
export const searchKind = defineEnum('searchKind', {
  vehicle: ['vehicle', '车辆'],
  driver: ['driver', '司机'],
  site: ['site', '站点'],
  waybill: ['waybill', '运单'],
  order: ['order', '订单'],
  pickUp: ['pickUp', '提货单'],
  receiptOrder: ['receiptOrder', '收货单'],
  receipt: ['receipt', '回单'],
  abnormal: ['abnormal', '异常'],
});
export type SearchKind = (typeof searchKind.codes)[number];

/** Most hits of a kind; `total` says how many there are. */
export const searchMost = 4;

const hit = z.object({
  id,
  /** what it is called: plate, name, code */
  name: z.string(),
  /** why it matched, or what it belongs to: 今日 苏E7F281, 苏E7K903 在内, 苏E7F281 → 南京江宁 */
  relation: z.string(),
  /** 86 km/h, 停车, 运输中, or a driver's number as his list shows it */
  state: z.string(),
  /** of waybills, as each kind has pages of its own */
  waybillKind: z.number().int().optional(),
  /** number of the order or waybill under which its page stands, of what has no page of its own */
  under: z.string().optional(),
});
export type FoundHit = z.infer<typeof hit>;

/** Finds by part of a plate, name or code, and by the initials of their pinyin, other documents by their number; each kind only for who may read its list, and of it only what he sees there. */
export const searchAll = endpoint({
  path: '/api/tms/search',
  access: 'session',
  title: '全局搜索',
  input: z.object({
    text: z.string('请输入要查找的内容').trim().min(1, '请输入要查找的内容').max(40, '最多 40 个字'),
  }),
  output: z.array(z.object({ kind: searchKind.schema, total: z.number().int(), hits: z.array(hit) })),
});
