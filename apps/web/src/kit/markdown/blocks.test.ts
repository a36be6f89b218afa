import { expect, test } from 'vitest';
import { blocksOf, spansOf } from './blocks';

test('headings, tables, lists and code of a document are told apart', () => {
  const text = [
    '# 用法',
    '一次最多查询31天，',
    '超出的部分请分次查询。',
    '## 字段',
    '| 名称 | 说明 |',
    '|---|:--|',
    '| speed | 千米/时 |',
    '| temp1 |',
    '',
    '1. 先取令牌',
    '2. 再查询',
    '- 只读',
    '```json',
    '{ "a": "# 不是标题" }',
    '',
    '```',
    '完',
  ].join('\r\n');
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', level: 1, text: '用法' },
    { kind: 'paragraph', text: '一次最多查询31天，\n超出的部分请分次查询。' },
    { kind: 'heading', level: 2, text: '字段' },
    {
      kind: 'table',
      head: ['名称', '说明'],
      rows: [
        ['speed', '千米/时'],
        ['temp1', ''],
      ],
    },
    { kind: 'list', ordered: true, items: ['先取令牌', '再查询'] },
    { kind: 'list', ordered: false, items: ['只读'] },
    { kind: 'code', text: '{ "a": "# 不是标题" }\n' },
    { kind: 'paragraph', text: '完' },
  ]);
});

test('what only looks like a table or a fence without an end loses no word', () => {
  expect(blocksOf('| 一行 |')).toEqual([{ kind: 'paragraph', text: '| 一行 |' }]);
  expect(blocksOf('```\n一\n二')).toEqual([{ kind: 'code', text: '一\n二' }]);
  expect(blocksOf(' \n\n')).toEqual([]);
});

test('links lead to web addresses only', () => {
  expect(spansOf('见 [说明](https://example.com/a) 和 **`id`**，[坏](javascript:alert(1))')).toEqual([
    { text: '见 ', style: 'plain' },
    { text: '说明', style: 'link', to: 'https://example.com/a' },
    { text: ' 和 ', style: 'plain' },
    { text: '`id`', style: 'bold' },
    { text: '，[坏](javascript:alert(1))', style: 'plain' },
  ]);
  expect(spansOf('用 `<b>` 包住')).toEqual([
    { text: '用 ', style: 'plain' },
    { text: '<b>', style: 'code' },
    { text: ' 包住', style: 'plain' },
  ]);
});
