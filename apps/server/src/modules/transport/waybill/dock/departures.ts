import { transportStatus } from '@tongda/contract/transport/enums';
import { type DepartureFilters, overdueAfterMin } from '@tongda/contract/transport/waybill/dock/departure';
import { stowStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { countWaybills, type WaybillQuery } from '../repo';

/** Condition of a tab of the dock's list: ready to leave, left today, overdue. */
export function dockTab(ctx: Ctx, tab: DepartureFilters['tab']): RawBuilder<boolean> {
  const late = sql`interval '1 minute' * ${overdueAfterMin}`;
  if (tab === 'departed')
    return sql<boolean>`w.actual_depart_at >= (date_trunc('day', now() at time zone ${ctx.timeZone}) at time zone ${ctx.timeZone})`;
  const waits = sql<boolean>`w.transport_status = ${transportStatus.toDepart} and w.stow_status >= ${stowStatus.stowed}`;
  return tab === 'overdue' ? sql<boolean>`(${waits} and w.plan_depart_at < now() - ${late})` : waits;
}
/** The query of waybills that the dock's list asks for. */
export const dockQuery = (ctx: Ctx, { tab, ...q }: DepartureFilters & { ids?: string[] }): WaybillQuery => ({
  ...q,
  also: dockTab(ctx, tab),
});

export const countDepartures = (trx: Trx, ctx: Ctx, q: DepartureFilters): Promise<number> =>
  countWaybills(trx, ctx, dockQuery(ctx, q));
