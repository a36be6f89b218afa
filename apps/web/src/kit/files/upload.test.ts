import { expect, test } from 'vitest';
import { refusalOf } from './upload';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test.each([
  ['a picture', [png], null],
  ['a page that calls itself one', ['<html>'], '不支持的文件类型，请上传JPG、PNG文件'],
  ['a picture that is too large', [png, new Uint8Array(2 * 1024 * 1024)], '文件不能超过2MB'],
] as Array<[string, BlobPart[], string | null]>)('%s', async (_what, parts, refusal) => {
  expect(await refusalOf('avatar', new Blob(parts, { type: 'image/png' }))).toBe(refusal);
});
