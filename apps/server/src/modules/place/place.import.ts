import { placeSource } from '@tongda/contract/enums/place';
import { type ImportedPlace, maxImportPlaces } from '@tongda/contract/place/import';
import { type PlaceFields, placeAdd, placeFaults } from '@tongda/contract/place/place';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { AppError } from '../../core/errors';
import { importTemplate } from '../../core/import/sheet';
import type { StoredShape } from '../../kernel/place-shape';
import { type Candidate, placeSheet, readPlaces } from './place.read-files';
import { insertPlace } from './place.service';
import { groundOf, groundWords } from './place.write';

type Trx = Transaction<DB>;

export const placeTemplate = (): Promise<Buffer> =>
  importTemplate(
    placeSheet,
    [
      '在“数据”表从第2行开始填写，一行一个区域、站点或电子线路；名称相同的不会覆盖。',
      '坐标为 WGS-84 经纬度。也可直接导入 KML 或 GeoJSON 文件。',
    ],
    maxImportPlaces,
  );

interface Checked {
  shown: ImportedPlace;
  fields: PlaceFields | null;
  ground: StoredShape | null;
}

/** Every place of the file by the rules of the form, against the register and the other places of the file. */
async function check(trx: Trx, ctx: Ctx, candidates: readonly Candidate[]): Promise<Checked[]> {
  const taken = new Set(
    (
      await trx
        .selectFrom('place')
        .select([sql<string>`kind || ' ' || name`.as('key')])
        .where('client_id', '=', ctx.clientId)
        .where('deleted_at', 'is', null)
        .execute()
    ).map(({ key }) => key),
  );
  const checked: Checked[] = [];
  for (const candidate of candidates) checked.push(await checkOne(candidate, taken));
  return checked;
}

async function checkOne({ no, fields, msg }: Candidate, taken: Set<string>): Promise<Checked> {
  const name = String(fields.name ?? '');
  const shown = {
    no,
    name,
    kind: String(fields.kind ?? ''),
    placeType: Number(fields.placeType ?? 0),
    ground: '',
    msg,
  };
  const refuse = (why: string): Checked => ({ shown: { ...shown, msg: why }, fields: null, ground: null });
  if (msg) return refuse(msg);
  const parsed = placeAdd.input.safeParse({ ...fields, source: placeSource.import });
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? '内容不正确');
  const { shape, source: _source, ...place } = parsed.data;
  const [fault] = placeFaults(place);
  if (fault) return refuse(fault.msg);
  const key = `${place.kind} ${place.name}`;
  if (taken.has(key)) return refuse('名称已存在');
  try {
    const ground = await groundOf(shape, place.kind);
    taken.add(key);
    return { shown: { ...shown, ground: groundWords(ground) }, fields: place, ground };
  } catch (error) {
    if (error instanceof AppError) return refuse(error.message);
    throw error;
  }
}

export async function checkPlaces(ctx: Ctx, bytes: Buffer) {
  const candidates = await readPlaces(bytes);
  const checked = await ctx.db((trx) => check(trx, ctx, candidates));
  return {
    total: checked.length,
    valid: checked.filter((c) => c.fields).length,
    rows: checked.map((c) => c.shown).sort((a, b) => Number(a.msg === '') - Number(b.msg === '') || a.no - b.no),
  };
}

export async function importPlaces(ctx: Ctx, bytes: Buffer) {
  const candidates = await readPlaces(bytes);
  return ctx.db(async (trx) => {
    let added = 0;
    for (const { fields, ground } of await check(trx, ctx, candidates)) {
      if (!fields || !ground) continue;
      await insertPlace(trx, ctx, fields, ground, placeSource.import);
      added++;
    }
    return { added, skipped: candidates.length - added };
  });
}
