import type { Parsed } from '@tongda/contract/core/endpoint';
import { maxPapers } from '@tongda/contract/core/register/papers';
import { vehiclePaper } from '@tongda/contract/resources/enums';
import type { vehiclePaperMatch } from '@tongda/contract/resources/vehicle/checks';
import { paperOfName } from '@tongda/contract/resources/vehicle/paper-name';
import { sql } from 'kysely';
import type { Ctx } from '../../../../core/http/ctx';
import { visibleVehicleRows } from '../../../base/org/door';
import { entity } from '../record/service';

/** 证照批量上传: finds vehicle and kind of paper for file names; `msg` says why a file cannot be stored. */
export function matchPapers(ctx: Ctx, { names }: Parsed<typeof vehiclePaperMatch>) {
  return ctx.db(async (trx) => {
    const read = names.map((name) => ({ name, ...paperOfName(name) }));
    const plates = [...new Set(read.flatMap(({ plateNo }) => plateNo ?? []))];
    const vehicles = await trx
      .selectFrom('vehicle as v')
      .select(['v.id', 'v.plate_no', visibleVehicleRows(ctx, 'v', 'edit').as('editable')])
      .where('v.client_id', '=', ctx.clientId)
      .where('v.deleted_at', 'is', null)
      .where(visibleVehicleRows(ctx, 'v'))
      .where(sql<boolean>`v.plate_no = any(${plates}::text[])`)
      .execute();
    const byPlate = new Map(vehicles.map((v) => [v.plate_no, v]));
    const kept = await trx
      .selectFrom('resource_document')
      .select(['entity_id', 'doc_type', sql<number>`count(*)::int`.as('n')])
      .where('client_id', '=', ctx.clientId)
      .where('entity', '=', entity)
      .where(sql<boolean>`entity_id = any(${vehicles.map(({ id }) => id)}::bigint[])`)
      .groupBy(['entity_id', 'doc_type'])
      .execute();
    const counts = new Map(kept.map(({ entity_id, doc_type, n }) => [`${entity_id} ${doc_type}`, n]));
    return read.map(({ name, plateNo, docType }) => {
      const vehicle = plateNo === null ? undefined : byPlate.get(plateNo);
      const line = { name, plateNo: plateNo ?? '', vehicleId: vehicle?.id ?? null, docType };
      const refused = (msg: string) => ({ ...line, msg });
      if (plateNo === null) return refused('文件名中没有车牌号，如 沪A12345_行驶证.jpg');
      if (!vehicle) return refused(`车辆${plateNo}不存在或无权查看`);
      if (!vehicle.editable) return refused(`没有车辆${plateNo}的编辑权限`);
      if (docType === null) return refused('文件名中没有证照类型，如 行驶证、交强险、车辆照片');
      const key = `${vehicle.id} ${docType}`;
      const n = counts.get(key) ?? 0;
      if (n >= maxPapers) return refused(`${plateNo}的${vehiclePaper.label(docType)}最多${maxPapers}张`);
      counts.set(key, n + 1);
      return { ...line, msg: '' };
    });
  });
}
