import { z } from 'zod';
import { endpoint } from '../../core/endpoint';

/** Stored preferences: one JSON value under a tag `<page>.<key>`; 64 KB a value, 200 tags a user. */
const name = z.string().min(1).max(64, '名称最多64个字符');
const json = z.string().max(65_536, '内容过大');

export const fieldGet = endpoint({
  path: '/api/base/userFrontendConfig/getField',
  access: 'session',
  title: '取一项偏好',
  input: z.object({ page: name, key: name }),
  output: z.string().nullable(),
});
export const fieldSave = endpoint({
  path: '/api/base/userFrontendConfig/saveField',
  access: 'session',
  title: '存一项偏好',
  input: z.object({
    page: name,
    key: name,
    fields: z.unknown(),
    /** seconds; absent = for ever */
    expiry: z.number().int().positive().optional(),
  }),
});
export const configBathGet = endpoint({
  path: '/api/base/userFrontendConfig/bathGet',
  access: 'session',
  title: '批量取偏好',
  input: z.object({ keys: z.array(z.string().max(129)).max(200) }),
  output: z.record(z.string(), z.string()),
});
export const configBathSave = endpoint({
  path: '/api/base/userFrontendConfig/bathSave',
  access: 'session',
  title: '批量存偏好',
  input: z.object({ saveMap: z.record(z.string().max(129), json) }),
});
