import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brokenIndex, guardUnique } from './unique';

const refused = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'place_name' });
const other = Object.assign(new Error('check'), { code: '23514', constraint: 'place_name' });
const failing = (error: Error) => () => Promise.reject(error);
const said = new Error('名称已存在');
const say = (index: string) => (index === 'place_name' ? said : null);

it('names the index that refused a row', () => {
  expect(brokenIndex(refused)).toBe('place_name');
  expect(brokenIndex({ code: '23505' })).toBe('');
  expect(brokenIndex(other)).toBeNull();
  expect(brokenIndex(null)).toBeNull();
});

it('says in words what an index refused, and leaves every other error as it is', async () => {
  await expect(guardUnique(say, failing(refused))).rejects.toBe(said);
  await expect(guardUnique(() => null, failing(refused))).rejects.toBe(refused);
  await expect(guardUnique(say, failing(other))).rejects.toBe(other);
  await expect(guardUnique(say, async () => 7)).resolves.toBe(7);
});

it('a table of sentences says each at its field', async () => {
  const taken = { place_name: { field: 'name', msg: '名称已存在' } };
  await expect(guardUnique(taken, failing(refused))).rejects.toMatchObject({
    message: '名称已存在',
    data: { errors: [{ field: 'name', msg: '名称已存在' }] },
  });
  await expect(guardUnique({}, failing(refused))).rejects.toBe(refused);
  await expect(guardUnique(taken, failing(other))).rejects.toBe(other);
});

it('is the only place that knows the number of the error', () => {
  const src = join(import.meta.dirname, '../..');
  const knowing = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/u.test(file) && !/\.test\.ts$/u.test(file))
    .filter((file) => readFileSync(join(src, file), 'utf8').includes('23505'))
    .map((file) => file.replaceAll('\\', '/'));
  expect(knowing).toEqual(['core/db/unique.ts']);
});
