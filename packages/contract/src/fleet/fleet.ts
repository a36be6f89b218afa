import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { id } from '../core/page';

/** Choices for select boxes, at most 500; `keyword` looks in the name. */
export const fleetOptions = endpoint({
  path: '/api/base/manage/fleet/options',
  access: 'session',
  title: '车队选项',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional() }),
  output: z.array(z.object({ id, name: z.string() })),
});
