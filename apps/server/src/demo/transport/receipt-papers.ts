import { createHash, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { App } from '../../core/run/app';
import { demoClients } from '../people/users';

const { id: clientId } = demoClients.cold;
const [width, height] = [420, 594];

/** Stores a picture of a paper as if the first user of the company, the main one unless told, had uploaded it; answers the id of the file. */
export async function storePaper(
  { database, blobs }: Pick<App, 'database' | 'blobs'>,
  fileName: string,
  seed: number,
  company: string = clientId,
): Promise<string> {
  const user = await database.systemDb
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', company)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const bytes = drawPaper(seed);
  const key = `${company}/demo/${randomUUID()}`;
  await blobs.put(key, bytes);
  const { id } = await database.systemDb
    .insertInto('file')
    .values({
      client_id: company,
      user_id: user.id,
      kind: 'document',
      file_name: fileName,
      mime: 'image/png',
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      blob_key: key,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes pictures of signed papers for the demo's uploaded receipt documents: bytes in the blob store, rows in `file`. */
export async function makeReceiptPapers(app: Pick<App, 'database' | 'blobs'>): Promise<void> {
  const db = app.database.systemDb;
  const receipts = await db
    .selectFrom('receipt')
    .select(['id', 'receipt_no'])
    .where('client_id', '=', clientId)
    .where('receipt_status', '>', 0)
    .where(sql<boolean>`cardinality(file_ids) = 0`)
    .execute();
  for (const [i, receipt] of receipts.entries()) {
    const file = await storePaper(app, `${receipt.receipt_no}.png`, i);
    await db
      .updateTable('receipt')
      .set({ file_ids: [file] })
      .where('id', '=', receipt.id)
      .execute();
  }
}

/** Makes pictures of goods that sites took in, for every second receipt order that was counted. */
export async function makeReceiptPictures(app: Pick<App, 'database' | 'blobs'>): Promise<void> {
  const db = app.database.systemDb;
  const receipts = await db
    .selectFrom('receipt_order')
    .select(['id', 'receipt_code'])
    .where('client_id', '=', clientId)
    .where('receipt_status', 'in', [receiptOrderStatus.partly, receiptOrderStatus.received])
    .where(sql<boolean>`id % 2 = 0 and cardinality(file_ids) = 0`)
    .orderBy('id')
    .execute();
  for (const [i, { id, receipt_code }] of receipts.entries()) {
    const file = await storePaper(app, `${receipt_code}送货单.png`, i);
    await db
      .updateTable('receipt_order')
      .set({ file_ids: [file] })
      .where('id', '=', id)
      .execute();
  }
}

/** Draws a form with lines, a signature and a round stamp, a little different for each `seed`; PNG. */
function drawPaper(seed: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3, 248);
  const dot = (x: number, y: number, [r, g, b]: readonly [number, number, number]): void => {
    const [col, row] = [Math.round(x), Math.round(y)];
    if (col < 0 || row < 0 || col >= width || row >= height) return;
    pixels.set([r, g, b], (row * width + col) * 3);
  };
  const ink = [60, 64, 72] as const;
  const blue = [32, 62, 150] as const;
  const red = [196, 40, 36] as const;
  const box = (x: number, y: number, w: number, h: number): void => {
    for (let i = 0; i <= w; i++) for (const edge of [y, y + h]) dot(x + i, edge, ink);
    for (let i = 0; i <= h; i++) for (const edge of [x, x + w]) dot(edge, y + i, ink);
  };
  for (let x = 130; x < 290; x++) for (let y = 34; y < 46; y++) dot(x, y, ink);
  for (let row = 0; row < 9; row++) {
    box(36, 80 + row * 38, 348, 38);
    box(36, 80 + row * 38, 110, 38);
    for (let x = 46; x < 46 + 60; x++) for (let y = 0; y < 5; y++) dot(x, 96 + row * 38 + y, [150, 154, 162]);
    for (let x = 160; x < 200 + ((row * 53 + seed * 31) % 150); x++)
      for (let y = 0; y < 5; y++) dot(x, 96 + row * 38 + y, ink);
  }
  for (let t = 0; t < 900; t++) {
    const along = t / 900;
    const x = 70 + along * 130;
    const y = 490 + Math.sin(along * (18 + (seed % 5)) + seed) * 16 * (1 - along * 0.4);
    for (const shift of [0, 1]) dot(x, y + shift, blue);
  }
  for (let t = 0; t < 2400; t++) {
    const angle = (t / 2400) * Math.PI * 2;
    for (const radius of [50, 51, 52, 46]) dot(310 + Math.cos(angle) * radius, 490 + Math.sin(angle) * radius, red);
  }
  for (let x = -24; x <= 24; x++) for (let y = -3; y <= 3; y++) dot(310 + x, 490 + y, red);
  return encodePng(pixels);
}

function encodePng(pixels: Buffer): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) pixels.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits, RGB
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
