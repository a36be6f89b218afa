import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { id } from '../core/page';

/** Choices for select boxes, at most 500; `keyword` looks in name and phone. */
export const driverOptions = endpoint({
  path: '/api/base/manage/driver/options',
  access: 'session',
  title: '司机选项',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional(), fleetId: id.optional() }),
  output: z.array(z.object({ id, name: z.string(), phone: z.string(), fleetName: z.string() })),
});
