import type { Parsed } from '@tongda/contract/core/endpoint';
import type { CarrierScore, carrierScore } from '@tongda/contract/resources/carrier/score';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { partsOf, scoreOf } from './figures';
import { findCarrier, loadCarrierFigures } from './repo';

/** A carrier's score with its parts. */
export function loadScore(ctx: Ctx, id: string): Promise<CarrierScore> {
  return ctx.db(async (trx) => {
    const { level, version } = requireRow(await findCarrier(trx, ctx, id), '承运商');
    const figures = requireRow(await loadCarrierFigures(trx, ctx, id), '承运商');
    return { trips: figures.trips, score: scoreOf(figures), parts: partsOf(figures), level, version };
  });
}

/** 评分: gives a carrier a grade; the change history keeps the score of that moment. */
export function gradeCarrier(ctx: Ctx, { id, version, level, remark }: Parsed<typeof carrierScore>) {
  return ctx.db(async (trx) => {
    const carrier = requireRow(await findCarrier(trx, ctx, id), '承运商');
    const score = scoreOf(requireRow(await loadCarrierFigures(trx, ctx, id), '承运商'));
    const next = await updateRow(trx, ctx, 'carrier', { id, version, values: { level } });
    const changes = changesBetween(
      { level: carrier.level ?? '', score: '', remark: '' },
      { level, score: score === null ? '' : String(score), remark },
      { level: '评级', score: '当时综合评分', remark: '评分说明' },
    );
    await recordChanges(trx, ctx, [{ entity: 'carrier', entityId: id, action: '评分', changes }]);
    return { version: next };
  });
}
