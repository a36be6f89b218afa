import type { Output } from '@tongda/contract/core/endpoint';
import type { storeQrcode } from '@tongda/contract/resources/store/qrcode';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, notFound } from '../../../core/http/errors';
import { foreignCode, readStoreCode, storeCodePath } from '../../../core/record/scan-code';
import type { Secrets } from '../../../core/run/secrets';
import { type StoredShape, shapeOf } from '../../../kernel/ground/place-shape';
import { fromStores } from './repo';

/** 收货二维码 of stores in the order of `ids`; 4004 when the caller does not see one of them. */
export const loadQrcodes = (ctx: Ctx, secrets: Secrets, ids: readonly string[]): Promise<Output<typeof storeQrcode>> =>
  ctx.db(async (trx) => {
    const rows = await fromStores(trx, ctx)
      .select(['s.id', 's.code as storeCode', 's.name as storeName'])
      .select(
        // an address often already begins with the city or district, which is not repeated then
        sql<string>`case when s.city <> '' and position(s.city in s.address) > 0 then s.address
          else case when s.province = s.city then '' else s.province end || s.city
            || case when s.district <> '' and position(s.district in s.address) > 0 then '' else s.district end || s.address end`.as(
          'address',
        ),
      )
      .where('s.id', 'in', ids)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const stores = [...new Set(ids)].map((id) => {
      const row = byId.get(id);
      if (!row) throw notFound('门店');
      return { ...row, url: storeCodePath(secrets, id) };
    });
    return {
      companyName: ctx.clientName,
      printTime: wireTime(Date.now(), ctx.timeZone),
      printUser: ctx.userName,
      stores,
    };
  });

/** The store of a scanned code with its shape. The data scope is not checked: whoever scans the code stands at the store. */
export async function findStoreOfCode(trx: Trx, ctx: Ctx, secrets: Secrets, code: string) {
  const { storeId } = readStoreCode(secrets, code);
  const { rows } = await sql<
    Partial<StoredShape> & {
      id: string;
      storeCode: string;
      storeName: string;
      address: string;
      placeId: string | null;
      gone: boolean;
    }
  >`select s.id::text, s.code as "storeCode", s.name as "storeName", s.address, s.place_id::text as "placeId", s.deleted_at is not null as gone,
      g.kind, g.geometry, g.radius_m, g.adcode
    from store s left join place_shape g on g.place_id = s.place_id and upper_inf(g.during)
    where s.id = ${storeId} and s.client_id = ${ctx.clientId}`.execute(trx);
  const [row] = rows;
  if (!row) throw foreignCode();
  const { gone, kind, geometry, radius_m = null, adcode = null, ...store } = row;
  if (gone) throw blockedByRule(`门店${store.storeName}已删除，二维码不再有效`);
  return { ...store, shape: kind ? shapeOf({ kind, geometry, radius_m, adcode }) : null };
}
export type CodedStore = Awaited<ReturnType<typeof findStoreOfCode>>;
