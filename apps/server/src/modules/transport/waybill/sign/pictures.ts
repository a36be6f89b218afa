import type { Parsed } from '@tongda/contract/core/endpoint';
import type { recordPictures } from '@tongda/contract/transport/waybill/road/reload';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Ctx } from '../../../../core/http/ctx';
import type { Secrets } from '../../../../core/run/secrets';
import { listShownFiles } from '../../../base/file/door';
import { waybillScope } from '../../../base/org/door';

/** Pictures of a waybill's departures, arrivals and reloadings, with links that are valid for ten minutes. */
export const loadPictures = (ctx: Ctx, secrets: Secrets, { id }: Parsed<typeof recordPictures>) =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{ fileIds: string[] }>`select array(select f::text from (
          select unnest(r.file_ids) as f from reload_record r where w.id in (r.waybill_id, r.new_waybill_id) and r.client_id = w.client_id
          union select unnest(r.file_ids) from departure_record r where r.waybill_id = w.id
          union select (f.id)::bigint from departure_record r cross join lateral jsonb_array_elements(r.check_items) i
            cross join lateral jsonb_array_elements_text(coalesce(i->'fileIds', '[]')) as f(id) where r.waybill_id = w.id
          union select unnest(w.depart_file_ids)
          union select unnest(r.file_ids) from arrival_record r where r.waybill_id = w.id) x order by f) as "fileIds"
      from waybill w where w.client_id = ${ctx.clientId} and w.waybill_code = ${id} and ${waybillScope(ctx, 'w')}`.execute(
      trx,
    );
    const { fileIds } = requireRow(rows[0], '运单');
    return [...(await listShownFiles(trx, ctx, secrets, fileIds)).values()];
  });
