import { vehiclePaper } from '@tongda/contract/resources/enums';
import { repairKind } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import type { Secrets } from '../../../../core/run/secrets';
import { fileLink } from '../../../base/file/door';
import { explainMissing, findVehicle } from '../list/repo';
import { entity } from '../record/service';

interface Row {
  id: string;
  docType: string | null;
  repairKind: number | null;
  source: string;
  fileName: string;
  size: number;
  mime: string;
  userName: string;
  time: string;
}

/** 文件 of a vehicle: pictures of papers and files of 维修保养 orders, newest first. Only the caller's company's: none of a vehicle shared in. */
export function listVehicleFiles(ctx: Ctx, secrets: Secrets, id: string) {
  return ctx.db(async (trx) => {
    if (!(await findVehicle(trx, ctx, id))) throw await explainMissing(trx, ctx, id);
    const { rows } = await sql<Row>`select f.id::text, x."docType", x."repairKind", x.source, f.file_name as "fileName",
        f.size_bytes::float8 as size, f.mime, coalesce(u.name, '') as "userName", ${wireTimeSql(sql<Date>`f.created_at`, ctx.timeZone)} as time
      from (
        select d.file_id::bigint as file_id, d.doc_type as "docType", null::int as "repairKind", '' as source from resource_document d
        where d.client_id = ${ctx.clientId} and d.entity = ${entity} and d.entity_id = ${id}
        union all
        select unnest(r.file_ids), null, r.kind, r.repair_code from vehicle_repair r where r.client_id = ${ctx.clientId} and r.vehicle_id = ${id}
      ) x join file f on f.id = x.file_id and f.client_id = ${ctx.clientId} left join app_user u on u.id = f.user_id
      order by f.created_at desc, f.id desc limit 500`.execute(trx);
    return rows.map(({ docType, repairKind: kind, mime, ...row }) => ({
      ...row,
      type: docType === null ? `${repairKind.label(kind ?? 0)}单附件` : vehiclePaper.label(docType),
      image: mime.startsWith('image/'),
      url: fileLink(secrets, row.id),
    }));
  });
}
