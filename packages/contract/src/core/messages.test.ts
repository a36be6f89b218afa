import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillSentence, type MessageKey, message, messages } from './messages';

const entries = Object.entries(messages) as Array<[MessageKey, string]>;

test('every sentence says something, in Chinese or as the version label', () => {
  for (const [key, text] of entries) {
    expect(text.trim(), key).toBe(text);
    expect(/[\u4e00-\u9fa5]/u.test(text) || key === 'header.version', key).toBe(true);
  }
});

/** Sentences that nobody says: prescribed for what is not offered, said in other words, or without words of their own. */
const unsaid: ReadonlySet<string> = new Set(['browse.location', 'import.result', 'header.version']);

test('every sentence is said somewhere', () => {
  const root = join(import.meta.dirname, '../../../..');
  const folders = ['packages/contract/src', 'apps/web/src', 'apps/server/src'];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/u.test(name) && !name.endsWith('core/messages.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const silent = entries.filter(([key]) => !sources.some((text) => text.includes(`'${key}'`))).map(([key]) => key);
  expect(silent.filter((key) => !unsaid.has(key))).toEqual([]);
});

test('no sentence stands under two keys', () => {
  expect(new Set(entries.map(([, text]) => text)).size).toBe(entries.length);
});

test('values are put where the sentence names them', () => {
  expect(message('login.locked', { n: 15 })).toBe('密码错误次数过多，账号已锁定，请15分钟后再试');
  expect(message('import.result', { a: 3, b: 0 })).toBe('成功3条，失败0条，可下载失败明细');
  expect(message('guard.denied')).toBe('暂无权限');
});

test('a missing value leaves its place visible and a value is never read as a pattern', () => {
  expect(fillSentence('共 {n} 条')).toBe('共 {n} 条');
  expect(fillSentence('终端已绑定车辆{plate}', { plate: '$&{n}' })).toBe('终端已绑定车辆$&{n}');
  expect(fillSentence('{toString}')).toBe('{toString}');
});

test('a sentence without values takes none, and one with values demands them', () => {
  // @ts-expect-error the sentence has no place for a value
  expect(message('guard.denied', { n: 1 })).toBe('暂无权限');
  // @ts-expect-error the number of rows is missing
  expect(message('delete.confirm')).toContain('{n}');
});
