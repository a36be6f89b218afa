import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { itemNameColumns } from '../resources/item-name/calls';
import { abnormalColumns } from './abnormal/calls';
import { orderColumns } from './order/calls';
import { pickUpColumns } from './pick-up/calls';
import { receiptColumns } from './receipt/calls';
import { receiptOrderColumns } from './receipt-order/calls';
import { orderTrackColumns, waybillTrackColumns } from './tracking/calls';
import { waybillColumnsOf } from './waybill/columns';
import { arrivalColumns } from './waybill/dock/arrival';
import { departureColumns } from './waybill/dock/departure';
import { waybillKind } from './waybill/enums';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/architecture/transport-buttons.md'), 'utf8');

interface List {
  columns: ReadonlyArray<{ label: string; hidden?: boolean }>;
  /** the columns that transport.md section 8 names, `|` between them; `name=here` or `name=here+here` where ours is called otherwise */
  named: string;
}
const lists: Readonly<Record<string, List>> = {
  A1: {
    columns: orderColumns,
    named:
      '订单号|客户单号|客户名称|订单状态|温层|发货点/地址=发货点|收货点/地址=收货点|件数|重量|体积|要求到达|车牌号/司机=车牌号 / 司机|预计到达|温度达标率|代收货款|应收运费|回单状态|异常|创建时间',
  },
  A6: {
    columns: pickUpColumns,
    named:
      '提货单号|订单号|客户|提货点/地址/联系人=提货点+联系人|要求提货时间=要求提货|件 计划/实际=件数 计划 / 实提|重=重量|体=体积|温层|状态|提单号|车牌/司机=车牌 / 司机|实提时间|失败原因|备注',
  },
  A11: {
    columns: receiptOrderColumns,
    named:
      '收货单号|订单号|收货类型|站点|客户|计划件|实收件|破损|短少|多货|实收重|实收体=实收体积|货温|车牌=车牌号|收货员|收货时间|状态|差异单',
  },
  C1: {
    columns: waybillColumnsOf(waybillKind.billOfLading),
    named:
      '提单号|车牌=车牌号|司机|入库站点|提货单数|点位进度|计划件=件数|实际件=实提件数|重=重量|体=体积|预冷状态=预冷|计划发车|实际发车|预计到站|运输状态|当前位置|应付运费',
  },
  C5: {
    columns: waybillColumnsOf(waybillKind.stowage),
    named:
      '配载单号|发站|到站|线路|车牌=车牌号|司机|订单数|件=件数|重=重量|体=体积|重量装载率|体积装载率|温区/设定温度=温区设定+厢温 / 设定|预冷状态=预冷|铅封号|计划发车|换装来源|状态=运输状态+装载',
  },
  C10: {
    columns: arrivalColumns,
    named:
      '运单号|类型|发站|车牌=车牌号|司机|预计到站|到站时间=实际到站|件=应到件数|重=重量|体=体积|温度现值=厢温 / 设定|达标率|铅封号|差异|核对人|状态=到站状态',
  },
  C12: {
    columns: departureColumns,
    named:
      '运单号|类型|到站|线路|车牌=车牌号|司机|装车进度|预冷状态=预冷|当前厢温=厢温 / 设定|铅封=铅封号|证照预警|计划发车|实际发车|准点',
  },
  C15: {
    columns: waybillColumnsOf(waybillKind.transportTask),
    named:
      '任务号|调度来源|车牌=车牌号|司机|接单|点位进度|件=件数|重=重量|体=体积|装载率=重量装载率+体积装载率|温层|代收合计|计划发车|实际发车|下一站|ETA=预计到达|晚到|温度=厢温 / 设定|里程 计划=计划里程|里程 实际=已驶|回单|运输状态',
  },
  D1: {
    columns: orderTrackColumns,
    named:
      '订单号|客户|收货点|状态|last event=最新动态|进度条=进度|车牌=车牌号|司机|电话=司机电话|当前位置|预计到达|剩余里程|晚到分钟=时效|当前温度/区间=当前温度 / 要求|达标率|异常|回单',
  },
  D2: {
    columns: waybillTrackColumns,
    named:
      '运单号|类型|车牌=车牌号|司机|线路|下一站|ETA=预计到站|点位进度=进度|准点|速度/ACC=速度 / ACC|温度=厢温 / 设定|冷机|门=车门|已行驶/计划=已驶 / 计划|停留时长=停留|最后上报|告警数=报警',
  },
  D3: {
    columns: abnormalColumns,
    named:
      '异常单号|运单号|订单号|客户|类型|等级|发生时间|地点=发生地点|描述|图片|上报人|来源=上报来源|责任方|索赔金额|处理时长|状态|处理人',
  },
  D5: {
    columns: receiptColumns,
    named:
      '回单号|订单号|客户|收货点|签收人|时间=签收时间|签收距离|类型=回单类型|份数|图片数=图片|回单状态|审核状态|应返时间|逾期天数=逾期|快递单号|上传人',
  },
  H4: {
    columns: itemNameColumns,
    named:
      '编码|品名|分类|温层|温度下限/上限=温度范围|包装单位|单位重量=单件重量|单位体积=单件体积|保质期|禁配组|价值标签|照片|状态',
  },
};

/** A label without its unit. */
const without = (label: string): string => label.replace(/\([^)]*\)$/u, '');
const [, section = ''] = page.split('## Columns that differ');
/** `应收运费 (A1), 时效, 预计到达 (D1)` → what the table says of each list. */
const said = section
  .slice(0, section.indexOf('\n## '))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/([^()]+) \(([^()]+)\)/gu)])
  .flatMap(([, names = '', where = '']) =>
    where.split(', ').map((list) => ({ list, names: names.trim().split(', ') })),
  );
const isSaid = (list: string, name: string): boolean =>
  said.some((one) => one.list === list && one.names.includes(name));

test('every list shows at first sight what transport.md names, or the page of buttons says why not', () => {
  const missing = Object.entries(lists).flatMap(([list, { columns, named }]) => {
    const shown = new Set(columns.flatMap(({ label, hidden }) => (hidden ? [] : [label, without(label)])));
    return named.split('|').flatMap((one) => {
      const [name = '', here = name] = one.split('=');
      return here.split('+').every((label) => shown.has(label)) ? [] : [{ list, name }];
    });
  });
  expect(missing.map(({ list, name }) => `${list} ${name}`)).toContain('A1 应收运费');
  expect(missing.filter(({ list, name }) => !isSaid(list, name))).toEqual([]);
});
