import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  externalVehicleReport,
  externalVehicleViews,
  outsideCacheMin,
  outsideDays,
  outsidePoints,
  outsideQuery,
  outsideQuota,
  outsideRenew,
} from '@tongda/contract/reports/driving/external-vehicle';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, invalidField } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { recordChanges } from '../../../core/record/audit';
import { likePattern } from '../../../core/record/options';
import { wallToMs } from '../../../kernel/day/edges';
import { refuseForeignFiles } from '../../../modules/base/file/door';
import { visibleVehicleRows } from '../../../modules/base/org/door';
import { findAddress } from '../../../modules/watch/track/door';
import type { Wish } from '../../kit/query';
import { serve } from '../../kit/serve';
import { fromSql } from '../../kit/sql-source';
import { type OutsideAnswer, vehicleSources } from './source';

type Query = ReportQuery<typeof externalVehicleViews> & Wish;

/** 我方查询 (1) or 外部查看我方 (2); of the latter only vehicles that the caller sees. */
function selectQueries(ctx: Ctx, q: Query, direction: 1 | 2): RawBuilder<unknown> {
  const numbers = (codes: readonly string[] | undefined): number[] => (codes ?? []).map(Number);
  const [types, results] = [numbers(q.types), numbers(q.results)];
  const consent = sql`concat_ws(' ', case when x.order_code is not null then '订单' || x.order_code end,
    case when cardinality(x.consent_file_ids) > 0 then '授权文件' || cardinality(x.consent_file_ids) || '份' end, case when x.consent_until is not null then '至' || x.consent_until end)`;
  return sql`select x.id, x.at as "startTime", x.plate_no as plate, coalesce(x.vehicle_color::text, '') as colour, x.query_type as type, x.source, x.who, x.result, x.lng, x.lat,
      x.position_at as "positionTime", x.speed_kmh::float8 as speed, x.fee_count as "feeCount", x.balance, ${consent} as consent, x.ip, x.version,
      coalesce(x.order_code, '') as "orderCode", coalesce(x.consent_until::text, '') as "consentUntil", jsonb_array_length(x.points) as points
    from outside_query x left join vehicle v on v.id = x.vehicle_id
    where x.client_id = ${ctx.clientId} and x.direction = ${direction} and x.at >= ${new Date(q.from)} and x.at < ${new Date(q.until)}
      and (x.vehicle_id is null or ${visibleVehicleRows(ctx, 'v')}) and ${types.length > 0 ? sql`x.query_type = any(${types}::int[])` : sql`true`}
      and ${results.length > 0 ? sql`x.result = any(${results}::int[])` : sql`true`} and ${q.plate ? sql`x.plate_no ilike ${likePattern(q.plate)}` : sql`true`}
      and ${q.who ? sql`x.who ilike ${likePattern(q.who)}` : sql`true`}`;
}

const codes = { ok: 1, none: 2, denied: 3 } as const;

/** The moments of a track; 4000 at the field for what is no moment, or too long. */
function rangeOf({ type, startTime, endTime }: Parsed<typeof outsideQuery>, timeZone: string) {
  if (type === 1 || type === 4 || !startTime || !endTime) return { from: null, until: null };
  const [from, until] = [wallToMs(startTime, timeZone), wallToMs(endTime, timeZone)];
  if (from === null) throw invalidField('startTime', '开始时间不是有效的日期');
  if (until === null || until <= from) throw invalidField('endTime', '结束时间须晚于开始时间');
  if (until - from > outsideDays * dayMs) throw invalidField('endTime', `查询时间跨度不能超过${outsideDays}天`);
  return { from, until };
}

/** Refuses a consent that is none: an order that the company does not have, a file of somebody else, a day that is over. */
async function refuseConsent(
  trx: Trx,
  ctx: Ctx,
  { orderCode, fileIds, consentUntil }: Pick<Parsed<typeof outsideQuery>, 'orderCode' | 'fileIds' | 'consentUntil'>,
): Promise<void> {
  if (consentUntil && consentUntil < wireTime(Date.now(), ctx.timeZone).slice(0, 10))
    throw invalidField('consentUntil', '授权截止日期已过');
  await refuseForeignFiles(trx, ctx, fileIds, 'fileIds');
  if (orderCode === null) return;
  const { rows } =
    await sql`select from customer_order where client_id = ${ctx.clientId} and order_code = ${orderCode} and voided_at is null`.execute(
      trx,
    );
  if (rows.length === 0) throw invalidField('orderCode', '订单不存在');
}

interface Known {
  result: number;
  balance: number | null;
  points: unknown;
}

/** What was found of the same vehicle a moment ago, unless its track is asked for. */
async function findCached(
  trx: Trx,
  ctx: Ctx,
  { plateNo, vehicleColor, type }: Parsed<typeof outsideQuery>,
): Promise<Known | undefined> {
  const { rows } =
    await sql<Known>`select result, balance, points from outside_query where client_id = ${ctx.clientId} and direction = 1 and plate_no = ${plateNo}
      and vehicle_color = ${vehicleColor} and query_type = ${type} and ${type} in (1, 4) and result = 1 and at > ${new Date(Date.now() - outsideCacheMin * minuteMs)}
    order by at desc limit 1`.execute(trx);
  return rows[0];
}

const packed = (answer: OutsideAnswer) =>
  answer.points.map(({ t, lng, lat, speedKmh, minutes }) => [t, lng, lat, speedKmh ?? null, minutes ?? null]);

async function askOutside(ctx: Ctx, input: Parsed<typeof outsideQuery>, ip: string) {
  const [source] = vehicleSources.parts();
  if (!source) throw blockedByRule('未配置外部数据源');
  const range = rangeOf(input, ctx.timeZone);
  const cached = await ctx.db(async (trx) => {
    const { rows } =
      await sql`select from vehicle where client_id = ${ctx.clientId} and plate_no = ${input.plateNo} and deleted_at is null`.execute(
        trx,
      );
    if (rows.length > 0) throw invalidField('plateNo', '这是本公司的车辆，请在位置监控中查看');
    await refuseConsent(trx, ctx, input);
    return findCached(trx, ctx, input);
  });
  const { plateNo, vehicleColor, type } = input;
  // nothing of the database is held while somebody else answers
  const answer = cached ? null : await source.ask({ plateNo, vehicleColor, type, ...range });
  const points = cached ? cached.points : answer ? packed(answer) : [];
  const result = cached ? cached.result : codes[answer?.result ?? 'none'];
  const balance = cached ? cached.balance : (answer?.balance ?? null);
  const feeCount = !cached && result === codes.ok ? 1 : 0;
  const id = await ctx.db(async (trx) => {
    const { rows } = await sql<{
      id: string;
    }>`insert into outside_query (client_id, direction, plate_no, vehicle_color, query_type, source, who, user_id, result, lng, lat, position_at,
        speed_kmh, fee_count, balance, order_code, consent_file_ids, consent_until, ip, points)
      select ${ctx.clientId}, 1, ${plateNo}, ${vehicleColor}, ${type}, ${cached ? `${source.name}（5分钟内）` : source.name}, ${ctx.userName}, ${ctx.userId}, ${result},
        (p.last ->> 1)::float8, (p.last ->> 2)::float8, to_timestamp((p.last ->> 0)::float8 / 1000), (p.last ->> 3)::real, ${feeCount}, ${balance}, ${input.orderCode},
        ${input.fileIds}::bigint[], ${input.consentUntil}, ${ip}, p.points
      from (select x.points, x.points -> -1 as last from (select ${JSON.stringify(points)}::jsonb as points) x) p returning id::text`.execute(
      trx,
    );
    const made = rows[0]?.id ?? '';
    await recordChanges(trx, ctx, [
      {
        entity: 'outsideQuery',
        entityId: made,
        action: '查询外部车辆',
        changes: [{ field: 'plateNo', label: '车牌号', before: '', after: plateNo }],
      },
    ]);
    return made;
  });
  return { id, result, feeCount, balance };
}

/** SQL condition on a query `x`: of the caller's company, and of no vehicle that he does not see. */
const ofCaller = (ctx: Ctx): RawBuilder<boolean> => sql<boolean>`x.client_id = ${ctx.clientId} and x.direction = 1
  and (x.vehicle_id is null or exists (select from vehicle v where v.id = x.vehicle_id and ${visibleVehicleRows(ctx, 'v')}))`;

/** Where the data source of this installation stands: its name, and what it said is left. */
const loadQuota = (ctx: Ctx) =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      balance: number;
    }>`select balance from outside_query where client_id = ${ctx.clientId} and direction = 1 and balance is not null
      order by at desc limit 1`.execute(trx);
    return { source: vehicleSources.parts()[0]?.name ?? null, balance: rows[0]?.balance ?? null };
  });

type Stored = [t: number, lng: number, lat: number, speedKmh: number | null, minutes: number | null];

async function loadPoints(ctx: Ctx, id: string) {
  const { points } = await ctx.db(async (trx) => {
    const { rows } = await sql<{
      points: Stored[];
    }>`select x.points from outside_query x where x.id = ${id} and ${ofCaller(ctx)}`.execute(trx);
    return requireRow(rows[0], '查询记录');
  });
  return Promise.all(
    points.slice(0, 500).map(async ([t, lng, lat, speedKmh, minutes]) => ({
      time: wireTime(t, ctx.timeZone),
      ...{ lng, lat, speedKmh, minutes },
      address: await findAddress(lng, lat),
    })),
  );
}

const renewConsent = (ctx: Ctx, { id, version, ...consent }: Parsed<typeof outsideRenew>) =>
  ctx.db(async (trx) => {
    await refuseConsent(trx, ctx, consent);
    const { rows } = await sql<{
      version: number;
      until: string | null;
    }>`select x.version, x.consent_until::text as until from outside_query x where x.id = ${id} and ${ofCaller(ctx)} for update of x`.execute(
      trx,
    );
    const before = requireRow(rows[0], '查询记录');
    if (before.version !== version) throw changedMeanwhile('outsideQuery', id);
    await sql`update outside_query set order_code = ${consent.orderCode}, consent_file_ids = ${consent.fileIds}::bigint[], consent_until = ${consent.consentUntil}, version = version + 1
      where id = ${id} and client_id = ${ctx.clientId}`.execute(trx);
    await recordChanges(trx, ctx, [
      {
        entity: 'outsideQuery',
        entityId: id,
        action: '续授权',
        changes: [
          { field: 'consentUntil', label: '授权截止', before: before.until ?? '', after: consent.consentUntil },
        ],
      },
    ]);
    return { version: version + 1 };
  });

function bindActions(app: FastifyInstance): void {
  route(app, outsideQuota, loadQuota);
  route(app, outsideQuery, (ctx, input, { req }) => askOutside(ctx, input, req.ip));
  route(app, outsidePoints, (ctx, { id }) => loadPoints(ctx, id));
  route(app, outsideRenew, renewConsent);
}

export const ours = serve(
  externalVehicleReport,
  fromSql(externalVehicleReport, (ctx, q) => selectQueries(ctx, q, 1)),
  { bindActions },
);
export const views = serve(
  externalVehicleViews,
  fromSql(externalVehicleViews, (ctx, q) => selectQueries(ctx, q, 2)),
  { live: true },
);
