import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changePart, TestBook, unzipped, zipOf } from '../../../test/workbook-kit';
import { AppError } from '../http/errors';
import { readImport } from '../import/sheet';
import { WorkbookFault } from './fault';
import { ZipReader } from './unzip';

const columns = [
  { field: 'plate', label: '车牌号', required: true, note: '', example: '' },
  { field: 'org', label: '所属部门', required: true, note: '', example: '' },
];
const head = ['车牌号', '所属部门'];
const sheetPart = 'xl/worksheets/sheet1.xml';
const notWorkbook = '文件不是有效的 xlsx 工作簿，请下载模板填写后重新上传';
const tooMuch = '文件内容过大，请拆分后重试';

async function small(): Promise<Buffer> {
  const book = new TestBook();
  book.sheet().addRows([head, ['沪A12345', '总部']]);
  return book.bytes();
}
/** What is told of a file, or the lines that were read. */
const told = (bytes: Buffer): Promise<unknown> =>
  readImport(bytes, columns, 100).then(
    ({ rows }) => rows.map(({ row, cells }) => `${row} ${cells.plate} ${cells.org}`),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return JSON.stringify(error.data);
    },
  );
const sheetOf = async (change: (xml: string) => string): Promise<unknown> =>
  told(await changePart(await small(), sheetPart, change));

/** Offset of the record that the directory keeps of a part. */
function recordOf(zip: Buffer, part: string): number {
  return zip.lastIndexOf(Buffer.from(part)) - 46;
}
async function readAll(bytes: Buffer, maxBytes: number): Promise<number> {
  const zip = new ZipReader(bytes, maxBytes);
  let size = 0;
  for (const part of zip.parts.values()) for await (const piece of zip.read(part)) size += piece.length;
  return size;
}
const fault = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof WorkbookFault ? error.reason : String(error)),
  );

describe('files that are no workbooks', () => {
  it.each([
    ['nothing', Buffer.alloc(0), notWorkbook],
    ['a list in GBK', Buffer.from('b3b5c5c6bac52ccbf9caf4d7e9d6af0d0a', 'hex'), notWorkbook],
    [
      'an old .xls',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      '文件是旧版 .xls 或已加密',
    ],
    ['the end of a ZIP file alone', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40)]), notWorkbook],
  ])('%s', async (_what, bytes, sentence) => expect(await told(bytes)).toContain(sentence));

  it('a ZIP file of something else, a workbook that was cut off, one with a wrong checksum, and one with a password', async () => {
    const bytes = await small();
    expect(await told(await zipOf({ 'letter.txt': 'x'.repeat(100) }))).toContain(notWorkbook);
    expect(await told(bytes.subarray(0, bytes.length / 2))).toContain(notWorkbook);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt32LE(1, recordOf(damaged, sheetPart) + 16);
    expect(await told(damaged)).toContain(notWorkbook);
    const locked = Buffer.from(bytes);
    locked.writeUInt16LE(0x0809, recordOf(locked, sheetPart) + 8);
    expect(await told(locked)).toContain(notWorkbook);
  });

  it('any byte of it changed: the lines or a sentence, never anything else', async () => {
    const bytes = await small();
    const byte = fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(byte, { minLength: 1, maxLength: 4 }), async (changes) => {
        const changed = Buffer.from(bytes);
        for (const { at, value } of changes) changed[at] = value;
        await told(changed);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what a workbook may cost', () => {
  it('is counted while it is unpacked: a directory that lies gets no further', async () => {
    const zip = await zipOf({ 'a.xml': ' '.repeat(3_000_000) });
    expect(await fault(readAll(zip, 2_000_000))).toBe('tooLarge');
    const lying = Buffer.from(zip);
    lying.writeUInt32LE(1000, recordOf(lying, 'a.xml') + 24);
    expect(await fault(readAll(lying, 2_000_000))).toBe('tooLarge');
    expect(await readAll(zip, 3_000_000)).toBe(3_000_000);
  });

  it('is counted for each part, also where several are the same bytes', async () => {
    const zip = await zipOf({ 'a.xml': ' '.repeat(1_000_000), 'b.xml': '', 'c.xml': '' });
    const first = recordOf(zip, 'a.xml');
    for (const part of ['b.xml', 'c.xml']) {
      const record = recordOf(zip, part);
      zip.copy(zip, record + 16, first + 16, first + 24);
      zip.writeUInt32LE(10, record + 24);
      zip.writeUInt32LE(0, record + 42);
    }
    expect(await fault(readAll(zip, 2_500_000))).toBe('tooLarge');
  });

  it('is the cells that are written in it, not the rectangle that they span', async () => {
    const book = new TestBook();
    book
      .sheet()
      .addRows([head, ['沪A12345', '总部']])
      .merge('A1:A1', 'D1:XFD1048576');
    const bytes = await changePart(await book.bytes(), sheetPart, (xml) =>
      xml.replace(
        '</sheetData>',
        '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>沪A12346</t></is></c><c r="XFD1048576"><v>1</v></c></row></sheetData>',
      ),
    );
    expect(await told(bytes)).toEqual(['2 沪A12345 总部', '1048576 沪A12346 ']);
  });

  it('is bounded in merged areas, in levels and in what a document declares itself', async () => {
    const areas = '<mergeCell ref="A1:XFD1048576"/>'.repeat(200);
    const wide = '<row r="3"><c r="XFD3"><v>1</v></c></row>';
    expect(
      await sheetOf((xml) => xml.replace('</sheetData>', `${wide}</sheetData><mergeCells>${areas}</mergeCells>`)),
    ).toContain(tooMuch);
    expect(await sheetOf((xml) => xml.replace('<sheetData>', `<sheetData>${'<a>'.repeat(1000)}`))).toContain(
      notWorkbook,
    );
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    expect(await sheetOf((xml) => entities + xml.replace('</v>', '&b;</v>'))).toContain(notWorkbook);
  });

  it('sizes of 64 bits are read where a streaming program writes them', async () => {
    const bytes = await small();
    const parts = unzipped(bytes);
    const at = recordOf(bytes, sheetPart);
    const extra = Buffer.alloc(20);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(parts.get(sheetPart)?.length ?? 0), 4);
    extra.writeBigUInt64LE(BigInt(bytes.readUInt32LE(at + 20)), 12);
    const end = at + 46 + sheetPart.length;
    const wide = Buffer.concat([bytes.subarray(0, end), extra, bytes.subarray(end)]);
    wide.writeUInt32LE(0xffffffff, at + 20);
    wide.writeUInt32LE(0xffffffff, at + 24);
    wide.writeUInt16LE(20, at + 30);
    expect(await told(wide)).toEqual(['2 沪A12345 总部']);
  });
});
