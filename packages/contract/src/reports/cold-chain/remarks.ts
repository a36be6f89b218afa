import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { message } from '../../core/messages';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/report/temHum';
const ends = { startTime: dateTime, endTime: dateTime };
const inOrder = { path: ['endTime'], message: message('daterange.order') };

/** 备注 of readings (report.md 3.1): what somebody says of a vehicle's time. Readings are never corrected, and what was said stays: a further remark puts it right. */
export const temHumRemark = endpoint({
  path: `${base}/remark`,
  access: button('temHum', 'remark'),
  visit: 'write',
  title: '备注温湿度',
  input: z
    .object({
      vehicleId: id,
      ...ends,
      text: z.string('请输入备注').trim().min(2, '备注至少2个字').max(200, '最多200个字符'),
    })
    .refine(({ startTime, endTime }) => startTime <= endTime, inOrder),
  output: z.object({ id }),
});

/** The remarks that touch a range, of some vehicles, in the order of their times. */
export const temHumRemarks = endpoint({
  path: `${base}/remarks`,
  access: { menu: menus.temHum.id },
  visit: 'look',
  title: '温湿度备注',
  input: z
    .object({ vehicleIds: z.array(id, '请选择车辆').min(1, '请选择车辆').max(20, '最多可选20辆车'), ...ends })
    .refine(({ startTime, endTime }) => startTime <= endTime, inOrder),
  output: z.array(
    z.object({
      id,
      plateNo: z.string(),
      ...ends,
      text: z.string(),
      userName: z.string(),
      createTime: dateTime,
    }),
  ),
});
