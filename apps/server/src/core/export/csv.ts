import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { guardFormula, type SheetValue } from './sheet-values';

const csvField = (value: SheetValue): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : guardFormula(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csvLine = (values: SheetValue[]): string => `${values.map(csvField).join(',')}\r\n`;

/** Streams a CSV (RFC 4180, UTF-8 with BOM so that Excel reads Chinese) into `out` and ends it. */
export async function writeCsv(
  out: Writable,
  spec: {
    titles: string[];
    headers: string[];
    rows: AsyncIterable<SheetValue[]> | Iterable<SheetValue[]>;
    onProgress?: (rows: number) => void;
  },
): Promise<{ rows: number; bytes: number }> {
  let rows = 0;
  let bytes = 0;
  let buffer = `\ufeff${spec.titles.map((t) => csvLine([t])).join('')}${csvLine(spec.headers)}`;
  const flush = async (): Promise<void> => {
    bytes += Buffer.byteLength(buffer);
    if (!out.write(buffer)) await once(out, 'drain');
    buffer = '';
  };
  for await (const row of spec.rows) {
    buffer += csvLine(row);
    rows++;
    if (rows % 1000 === 0) spec.onProgress?.(rows);
    if (buffer.length > 64 * 1024) await flush();
  }
  await flush();
  await new Promise<void>((done, fail) => {
    out.once('error', fail);
    out.end(() => done());
  });
  return { rows, bytes };
}
