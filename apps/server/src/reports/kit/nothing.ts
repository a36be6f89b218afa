import type { Report } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { blockedByRule } from '../../core/http/errors';
import { chosenVehicles, type Wish } from './query';
import { isServiceOver, readableUntil } from './service-end';

/** SQL condition: vehicle `v` has no wire of this kind, and had none. */
const unwired = (kind: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from probe p where p.vehicle_id = v.id and p.kind = ${sql.lit(kind)})
    and not exists (select from probe_version x, jsonb_to_recordset(x.probes) p(kind text) where x.vehicle_id = v.id and p.kind = ${sql.lit(kind)})`;

/** What a report needs of a vehicle, and how its absence is said (report.md 3.1, 4.5, 5.1). */
const equipment: Readonly<Record<string, { none: RawBuilder<boolean>; words: string }>> = {
  tem: { none: sql<boolean>`v.tem_count = 0 and ${unwired('tem')}`, words: '未安装温度探头' },
  door: { none: sql<boolean>`v.door_count = 0 and ${unwired('door')}`, words: '未安装门磁' },
  oil: { none: sql<boolean>`v.oil_count = 0 and ${unwired('oil')}`, words: '未安装油量传感器' },
};

/**
 * Says why there is nothing to be seen of the vehicles that were chosen: none of them has what the report is about, or the service of all ended before the range. To be
 * asked when a question has no rows. Rejects with 4011 and the reason; answers when neither is so.
 */
export async function explainNothing(ctx: Ctx, report: Report, q: Wish): Promise<void> {
  // a filter that the report does not have is absent
  const { vehicleIds = [] } = q as { vehicleIds?: string[] };
  if (vehicleIds.length === 0) return;
  const [need] = report.filters.vehicleIds?.pick?.equip ?? [];
  const lacks = equipment[need ?? ''];
  const { rows } = await ctx.db((trx) =>
    sql<{
      plateNo: string;
      none: boolean;
      serviceEnd: string | null;
    }>`select v.plate_no as "plateNo", ${lacks?.none ?? sql`false`} as none,
        v.service_end::text as "serviceEnd" from vehicle v where ${chosenVehicles(ctx, { vehicleIds })} order by v.plate_no`.execute(
      trx,
    ),
  );
  if (rows.length === 0) return;
  const [first] = rows;
  const plates = `${first?.plateNo ?? ''}${rows.length > 1 ? `等${rows.length}辆` : ''}`;
  if (lacks && rows.every(({ none }) => none)) throw blockedByRule(`所选车辆${lacks.words}：${plates}`);
  if (rows.every(({ serviceEnd }) => isServiceOver(ctx, serviceEnd, q.from)))
    readableUntil(ctx, `车辆${plates}`, first?.serviceEnd ?? null, q.from);
}
