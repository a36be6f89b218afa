import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { id } from '../core/page';

/** Terminals in stock, and the one of `vehicleId`; at most 500. `keyword` looks in terminal and SIM number. */
export const deviceOptions = endpoint({
  path: '/api/base/manage/device/options',
  access: 'session',
  title: '可绑定的终端选项',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional(), vehicleId: id.optional() }),
  output: z.array(z.object({ id, name: z.string(), simNo: z.string(), model: z.string(), vehicleId: id.nullable() })),
});
