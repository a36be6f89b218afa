import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';

// Filters of many wings choose a carrier or a customer; the registers themselves stand in resources and answer these calls.
const input = z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional() });

/** Choices for select boxes, at most 500; `keyword` looks in the name. */
export const carrierOptions = endpoint({
  path: '/api/base/manage/carrier/options',
  access: 'session',
  title: '承运商选项',
  input,
  output: z.array(z.object({ id, name: z.string() })),
});

/** Choices for select boxes, at most 500; `keyword` looks in name, short name and code. */
export const customerOptions = endpoint({
  path: '/api/base/manage/customer/options',
  access: 'session',
  title: '客户选项',
  input,
  output: z.array(z.object({ id, name: z.string(), code: z.string() })),
});
