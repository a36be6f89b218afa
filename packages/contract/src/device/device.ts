import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { dateTime, id } from '../core/page';
import { menus } from '../menus';

/** Terminals in stock, and the one of `vehicleId`; at most 500. `keyword` looks in terminal and SIM number. */
export const deviceOptions = endpoint({
  path: '/api/base/manage/device/options',
  access: 'session',
  title: '可绑定的终端选项',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional(), vehicleId: id.optional() }),
  output: z.array(z.object({ id, name: z.string(), simNo: z.string(), model: z.string(), vehicleId: id.nullable() })),
});

/** Who may put terminals into vehicles may also enter them. */
const access = { menu: menus.vehicle.id, path: 'vehicle/bindDevice', label: '绑定设备' } as const;

/** The number that a terminal calls itself in the header of its frames: 6 to 20 digits, zeros in front do not count. */
export const terminalNo = z
  .string('请输入终端编号')
  .trim()
  .regex(/^\d{6,20}$/u, '终端编号为6~20位数字，即终端中设置的手机号')
  .refine((digits) => /[1-9]/u.test(digits), '终端编号不能全是0');

/** Enters a terminal into the company's stock; from now on the gateway knows it. */
export const deviceAdd = endpoint({
  path: '/api/base/manage/device/add',
  access,
  title: '登记终端',
  input: z.object({
    terminalNo,
    simNo: z.string().trim().max(20, '最多20个字符').default(''),
    model: z.string().trim().max(30, '最多30个字符').default(''),
  }),
  output: z.object({ id }),
});

/** Whether a terminal that is not entered yet has reached the gateway: null when nothing was heard of it. */
export const deviceKnock = endpoint({
  path: '/api/base/manage/device/knock',
  access,
  title: '未登记终端是否连接过',
  input: z.object({ terminalNo }),
  output: z.object({ lastTime: dateTime }).nullable(),
});
