import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isReport, type Report } from '@tongda/contract/reports/kit/report';
import { describe, expect, test } from 'vitest';
import { specifiedActions } from './specified-actions';

const src = join(import.meta.dirname, '..');
const files = import.meta.glob<Record<string, unknown>>(
  ['../../../../packages/contract/src/reports/*/*.ts', '!../../../../packages/contract/src/reports/*/*.test.ts'],
  {
    eager: true,
  },
);
const reports = new Map(
  Object.values(files).flatMap((file) =>
    Object.entries(file).filter((one): one is [string, Report] => isReport(one[1])),
  ),
);

/** What the kit of reports offers for a declaration: its own words, and the ways to the other reports under its menu. */
const ofKit = ({ menu, drill, curve, record }: Report): string[] => [
  '导出',
  ...[...reports.values()].flatMap((other) => (other.menu === menu ? other.title : [])),
  ...(drill?.detail ? ['明细'] : []),
  ...(drill?.track ? ['轨迹'] : []),
  ...(drill?.curve || curve ? ['曲线'] : []),
  ...(record ? ['打印'] : []),
];

/** What the kit of lists offers for a page: every register has 新增 编辑 导出 删除, and those whose rows can be switched 启停. */
const ofList = (text: string): string[] => [
  ...(text.includes('<RegisterListPage') ? ['新增', '编辑', '导入', '导出', '删除'] : []),
  ...(text.includes('<ExportButton') ? ['导出'] : []),
  ...(/useEnableAction\(|\bstatus=\{/u.test(text) ? ['启停'] : []),
];

/** The word stands by itself in the text, between quotes, tags or the parts of a template. */
const stands = (text: string, word: string): boolean => {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  return new RegExp(`[^\\p{Script=Han}]${literal}(?:[^\\p{Script=Han}]|$)`, 'u').test(text);
};
const wordsOf = (list: string): string[] => list.split(' · ').map((one) => one.split('=').at(-1) ?? one);

describe.each(Object.entries(specifiedActions))('%s', (_, { files: of, report, actions, fields, without = {} }) => {
  const text = of.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
  const declared = report === undefined ? undefined : reports.get(report);
  const kit = [...(declared ? ofKit(declared) : []), ...ofList(text)];

  test('offers the actions of the specification', () => {
    if (report !== undefined && !declared) throw new Error(`no report ${report}`);
    expect(wordsOf(actions).filter((word) => !kit.includes(word) && !stands(text, word))).toEqual([]);
  });
  test.runIf(fields !== undefined)('asks for the fields of the specification', () => {
    expect(wordsOf(fields ?? '').filter((word) => !stands(text, word))).toEqual([]);
  });
  test.runIf(Object.keys(without).length > 0)('has nothing that is said to be left out', () => {
    expect(Object.keys(without).filter((word) => kit.includes(word) || stands(text, `label: '${word}'`))).toEqual([]);
  });
});
