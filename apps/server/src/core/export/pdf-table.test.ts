import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { bandsOf, writePdfTable } from './pdf-table';

it('sets columns that do not fit beside the first column again', () => {
  const columns = Array.from({ length: 20 }, (_, i) => ({ header: `列${i}`, width: 16 }));
  const bands = bandsOf(columns).map((band) => band.columns.map(({ index }) => index));
  expect(bands).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [0, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    [0, 19],
  ]);
  const [band] = bandsOf(columns.slice(0, 3));
  const ends = band?.columns.map(({ x, width }) => Math.round(x + width));
  // two narrow columns fill the page as ten do
  expect(ends).toEqual([386, 737, 1087]);
});

it('writes head, rows of every page and their number', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pdf-table-'));
  const path = join(dir, 'table.pdf');
  async function* rows() {
    for (let i = 1; i <= 80; i++) yield [`沪A${i}`, i === 1 ? null : -i / 2, i % 2 === 0];
  }
  const columns = ['车牌号', '温度(℃)', '开门'].map((header) => ({ header, width: 12 }));
  const titles = ['测试公司　停车报表', '查询条件：全部'];
  const written = await writePdfTable(path, { sheetName: '停车报表', titles, columns, rows: rows() });
  expect(written.rows).toBe(80);
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(path))));
  rmSync(dir, { recursive: true });
  const read = pages.map((page) => page.replace(/\s+/gu, ' '));
  expect(read).toHaveLength(3);
  expect(read[0]).toContain('停车报表 测试公司 停车报表 查询条件：全部 车牌号 温度(°C) 开门 沪A1 -- 否 沪A2 −1.0 是');
  expect(read[1]).toContain('车牌号 温度(°C) 开门 沪A');
  expect(read[2]).toContain('沪A80 −40.0 是 共 80 行');
});

it('wraps text that is wider than its column instead of cutting it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pdf-table-'));
  const path = join(dir, 'table.pdf');
  const place = '上海市浦东新区川沙路五千六百七十八号晨光冷链物流园二期三号库东侧装卸月台';
  const columns = Array.from({ length: 9 }, (_, i) => ({ header: `位置${i}`, width: 16 }));
  async function* rows() {
    yield columns.map(() => place);
  }
  await writePdfTable(path, { sheetName: '停车报表', titles: [], columns, rows: rows() });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(path))), { mergePages: true });
  rmSync(dir, { recursive: true });
  expect(text).not.toContain('…');
  expect(text.replace(/\s+/gu, '')).toContain('装卸月台');
});

it('goes on with a row that is higher than a page on the next one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pdf-table-'));
  const path = join(dir, 'table.pdf');
  const remark = Array.from({ length: 700 }, (_, i) => `第${i}句`).join('');
  const columns = [16, ...Array.from({ length: 8 }, () => 16)].map((width, i) => ({ header: `列${i}`, width }));
  async function* rows() {
    yield ['沪A1', remark, ...Array.from({ length: 7 }, () => 1)];
    yield ['沪A2', '短', ...Array.from({ length: 7 }, () => 2)];
  }
  await writePdfTable(path, { sheetName: '停车报表', titles: [], columns, rows: rows() });
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(path))));
  rmSync(dir, { recursive: true });
  const read = pages.map((page) => page.replace(/\s+/gu, ''));
  expect(read.length).toBeGreaterThan(2);
  // no sentence is lost between two pages
  expect(read.join('').split('句')).toHaveLength(701);
  expect(read.at(-1)).toContain('沪A2短');
});
