import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Packed } from './packed';

it('is the body of an answer, packed, and can be read and opened again', async () => {
  const packed = await Packed.of({ okCode: 200 }, { text: '冷链' });
  const body = '{"code":200,"msg":"ok","data":{"text":"冷链"}}';
  expect(gunzipSync(packed.bytes).toString()).toBe(body);
  expect(await packed.text()).toBe(body);
  expect(await packed.open()).toEqual({ text: '冷链' });
});

it('has the ETag of its body', async () => {
  const first = await Packed.ofText('{"data":1}');
  expect((await Packed.ofText('{"data":1}')).etag).toBe(first.etag);
  expect((await Packed.ofText('{"data":2}')).etag).not.toBe(first.etag);
});
