import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { sharedTripReport, tripReportShares } from '@tongda/contract/reports/customized/trip-report';
import { href, routes } from '@tongda/contract/shell/routes';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { tooManyAtOnce } from '../../../core/http/errors';
import { PerMinute } from '../../../core/http/per-minute';
import { publicRoute, route } from '../../../core/http/route';
import { recordChanges } from '../../../core/record/audit';
import { hasModule } from '../../../modules/trade/custom-module/door';
import type { TripJudged } from '../../../modules/watch/seal/door';
import { noteOutsideView } from '../../../modules/watch/track/door';
import { goneShare, hashOf, listShares, revokeShare, storeShare, viewsPerMinute } from '../../driving/trip/share';
import { issueForLink, judgingOf, versionsOf } from './issue';

/** Makes a link to the report of a trip, which is sealed for it: the link shows its newest version that is judged as here. */
async function shareReport(
  ctx: Ctx,
  db: Kysely<DB>,
  { expireHours, ...asked }: Parsed<typeof tripReportShares.make>,
): Promise<Output<typeof tripReportShares.make>> {
  const { number, version, span } = await issueForLink(ctx, asked, db);
  const { id: row } = asked;
  const linked = {
    ...{ vehicleId: span.trip.vehicleId, from: new Date(span.from), until: new Date(span.end) },
    ...{ tripRow: row, judging: judgingOf(asked) },
  };
  return ctx.db(async (trx) => {
    const { token, ...made } = await storeShare(trx, ctx, linked, expireHours);
    const after = `${number} 第${version}版，${expireHours / 24}天内有效`;
    const change = { field: 'share', label: '温度报告分享链接', before: '', after };
    const entity = row.startsWith('s') ? 'shipment' : 'waybill';
    await recordChanges(trx, ctx, [
      { entity, entityId: row.replace('s', ''), action: '分享温度报告', changes: [change] },
    ]);
    return { ...made, url: href(routes.sharedTripTemperature, 'report', { token }) };
  });
}

interface Linked {
  clientId: string;
  vehicleId: string;
  timeZone: string;
  row: string;
  judging: TripJudged | null;
  expireTime: string;
}

/** SQL condition: the trip of the share `s` stands in the list, so that somebody can stop the link. */
const hasPage = sql<boolean>`${hasModule('s.client_id', 'customTemperature')} and exists (select from vehicle v where v.id = s.vehicle_id and v.deleted_at is null)
  and case when s.trip_row like 's%' then exists (select from shipment h join vehicle v on v.id = h.vehicle_id and v.deleted_at is null
      where h.id = substr(s.trip_row, 2)::bigint and h.client_id = s.client_id and h.cancelled_at is null and h.depart_at is not null)
    else exists (select from waybill w join vehicle v on v.id = w.vehicle_id and v.deleted_at is null
      where w.id = s.trip_row::bigint and w.client_id = s.client_id and w.voided_at is null and w.transport_status > 1) end`;

async function viewReport(db: Kysely<DB>, token: string, ip: string): Promise<Output<typeof sharedTripReport>> {
  const { rows } = await sql<Linked>`with seen as (
      update trip_share s set views = s.views + 1, last_view_at = now() where s.token_hash = ${hashOf(token)} and s.trip_row is not null
        and s.revoked_at is null and s.expire_at > now() and ${hasPage} returning s.*)
    select c.id::text as "clientId", s.vehicle_id::text as "vehicleId", c.time_zone as "timeZone", s.trip_row as row, s.judging,
      to_char(s.expire_at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "expireTime"
    from seen s join client c on c.id = s.client_id and c.status = 1`.execute(db);
  const [link] = rows;
  const [newest] = link ? await versionsOf(db, link, { id: link.row, judging: link.judging }) : [];
  if (!link || !newest) throw goneShare();
  const source = `温度报告分享链接 ${newest.report.code}`;
  await noteOutsideView(db, { clientId: link.clientId, type: 2, vehicleIds: [link.vehicleId], source, ip });
  return { ...newest, expireTime: link.expireTime };
}

/** Binds the links of customers to reports: making, listing and stopping them, and the page behind them, which needs no account. */
export function bindTripReportShares(app: FastifyInstance, { db }: ExportDeps): void {
  const limit = new PerMinute(viewsPerMinute);
  route(app, tripReportShares.make, (ctx, asked) => shareReport(ctx, db, asked));
  route(app, tripReportShares.list, (ctx, { id }) => listShares(ctx, sql`s.trip_row = ${id}`));
  route(app, tripReportShares.revoke, revokeShare('report'));
  publicRoute(app, sharedTripReport, ({ ip }, { token }) => {
    if (!limit.allows(ip)) throw tooManyAtOnce(message('http.429'));
    return viewReport(db, token, ip);
  });
}
