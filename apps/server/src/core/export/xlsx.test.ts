import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { seenBook, unzipped } from '../../../test/workbook-kit';
import { writeCsv } from './csv';
import { excelSerial, guardFormula, type SheetValue } from './sheet-values';
import { writeXlsx } from './xlsx';

const dir = mkdtempSync(join(tmpdir(), 'xlsx-'));
afterAll(() => rmSync(dir, { recursive: true }));

const columns = ['车牌号', '载质量', '到期', '更新时间', '备注'].map((header) => ({ header, width: 12 }));
const titles = ['鲜达冷链物流', '查询条件：全部', '导出人：演示 2026-11-21 10:00:00'];

async function written(
  name: string,
  rows: SheetValue[][],
  sheetRows?: number,
): Promise<{ path: string; rows: number; bytes: number }> {
  const path = join(dir, name);
  const result = await writeXlsx(createWriteStream(path), { sheetName: '车辆', titles, columns, rows, sheetRows });
  return { path, ...result };
}

/** Names of the entries; throws when an offset, size or checksum of the directory is wrong. */
function checkedZip(file: Buffer): string[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = file.readUInt32LE(end + 16);
  return Array.from({ length: file.readUInt16LE(end + 10) }, () => {
    const [crc, packed, size] = [16, 20, 24].map((o) => file.readUInt32LE(at + o)) as [number, number, number];
    const nameLength = file.readUInt16LE(at + 28);
    const offset = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + file.readUInt16LE(offset + 26);
    const content = inflateRawSync(file.subarray(start, start + packed));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`entry ${name} is damaged`);
    if (file.readUInt32LE(start + packed) !== 0x08074b50) throw new Error(`descriptor of ${name} is missing`);
    at += 46 + nameLength;
    return name;
  });
}

describe('writeXlsx', () => {
  it('reads back with real numbers and dates, guarded text and a frozen head', async () => {
    const { path } = await written('a.xlsx', [
      ['沪A12345', 1.5, '2026-12-01', '2026-11-21 09:08:07', '=1+1'],
      ['沪B12345', null, '', null, 'a<b>&"c"\u0007'],
    ]);
    const [sheet] = seenBook(readFileSync(path));
    if (sheet?.name !== '车辆') throw new Error('sheet is missing');
    expect(sheet.cell('A1').value).toBe('鲜达冷链物流');
    expect(sheet.cell('A4')).toMatchObject({ value: '车牌号', bold: true });
    expect(sheet.cell('B5').value).toBe(1.5);
    expect(sheet.cell('C5').value).toEqual(new Date('2026-12-01T00:00:00Z'));
    expect(sheet.cell('D5').value).toEqual(new Date('2026-11-21T09:08:07Z'));
    expect(sheet.cell('E5').value).toBe("'=1+1");
    expect(sheet.cell('B6').value).toBeUndefined();
    expect(sheet.cell('E6').value).toBe('a<b>&"c"');
    expect(sheet.all('pane')).toMatchObject([{ state: 'frozen', ySplit: '4', xSplit: '1' }]);
    expect(sheet.all('col')[0]?.width).toBe('12');
  });

  it('shows lines with their QR codes on a last sheet', async () => {
    const path = join(dir, 'codes.xlsx');
    const codes = [
      { text: '已封存：沪A1', code: 'https://cc.example.com/verify?no=1&code=2' },
      { text: '已封存：沪A2', code: 'TH-2' },
    ];
    await writeXlsx(createWriteStream(path), { sheetName: '车辆', titles, columns, rows: [['沪A1']], codes });
    const file = readFileSync(path);
    const book = seenBook(file);
    expect(book.map(({ name }) => name)).toEqual(['车辆', '校验码']);
    expect(book[1]?.cell('B2').value).toBe('已封存：沪A2');
    const parts = unzipped(file);
    expect(parts.get('xl/media/code2.png')?.subarray(1, 4).toString()).toBe('PNG');
    expect(parts.get('xl/drawings/drawing1.xml')?.toString()).toContain('verify?no=1&amp;code=2');
    expect(parts.get('[Content_Types].xml')?.toString()).toContain('image/png');
    expect(checkedZip(file)).toContain('xl/drawings/_rels/drawing1.xml.rels');
  });

  it('is a sound zip whose sizes and checksums hold', async () => {
    const rows = Array.from({ length: 5000 }, (_, i): SheetValue[] => [
      `沪A${i}`,
      i,
      '2026-01-01',
      '2026-01-01 00:00:00',
      `第${i}行`,
    ]);
    const { path, rows: count, bytes } = await written('b.xlsx', rows);
    expect(count).toBe(5000);
    expect(bytes).toBe(readFileSync(path).length);
    expect(checkedZip(readFileSync(path))).toEqual([
      'xl/worksheets/sheet1.xml',
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
    ]);
  });

  it('goes on in a second sheet beyond the limit, each with its own head', async () => {
    const rows = Array.from({ length: 25 }, (_, i): SheetValue[] => [`沪A${i}`, i, null, null, null]);
    const { path } = await written('c.xlsx', rows, 10);
    const book = seenBook(readFileSync(path));
    expect(book.map((s) => [s.name, s.rowCount])).toEqual([
      ['车辆', 14],
      ['车辆(2)', 14],
      ['车辆(3)', 9],
    ]);
    expect(book[2]?.cell('A9').value).toBe('沪A24');
  });

  it('writes a readable file without rows', async () => {
    const { path, rows } = await written('d.xlsx', []);
    expect([rows, seenBook(readFileSync(path))[0]?.rowCount]).toEqual([0, 4]);
  });

  it('fails when the disk does, instead of waiting for ever', async () => {
    const broken = new Writable({ highWaterMark: 1, write: (_c, _e, done) => done(new Error('ENOSPC')) });
    await expect(
      writeXlsx(broken, { sheetName: 'x', titles, columns, rows: [['a', 1, null, null, null]] }),
    ).rejects.toThrow('ENOSPC');
  });
});

describe('writeCsv', () => {
  it('has a BOM, quotes what needs it and guards formulas', async () => {
    const chunks: Buffer[] = [];
    const out = new Writable({
      write: (c, _e, done) => {
        chunks.push(c);
        done();
      },
    });
    const { rows, bytes } = await writeCsv(out, {
      titles: ['甲'],
      headers: ['a', 'b'],
      rows: [
        ['x,"y"', -1.5],
        ['@cmd', true],
      ],
    });
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text).toBe('\ufeff甲\r\na,b\r\n"x,""y""",-1.5\r\n\'@cmd,是\r\n');
    expect([rows, bytes]).toEqual([2, Buffer.byteLength(text)]);
  });
});

describe('cell rules', () => {
  it('turns only possible dates into serials', () => {
    expect(excelSerial('1970-01-01')).toEqual({ serial: 25_569, withTime: false });
    expect(excelSerial('2026-11-21 12:00:00')).toEqual({ serial: 46_347.5, withTime: true });
    expect(excelSerial('2026-02-30')).toBeNull();
    expect(excelSerial('2026-11-21 24:00:00')).toBeNull();
    expect(excelSerial('沪A12345')).toBeNull();
  });
  it('guards the four signs and leaves the empty mark alone', () => {
    expect(['=a', '+a', '-a', '@a', '\ta', '--', 'a=b'].map(guardFormula)).toEqual([
      "'=a",
      "'+a",
      "'-a",
      "'@a",
      "'\ta",
      '--',
      'a=b',
    ]);
  });
});
