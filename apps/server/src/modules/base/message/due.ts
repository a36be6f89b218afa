import { msgType } from '@tongda/contract/base/system-enums';
import { vehiclePaper } from '@tongda/contract/resources/enums';
import type { CertificateKind } from '@tongda/contract/resources/vehicle/certificate';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { closeMessages, createMessage, type NewMessage } from './service';

/** Days before an end on which users are told; they are told again on the day itself and once after it. */
export const noticeDays = [30, 15, 7, 1] as const;

/**
 * The step that `daysLeft` has reached: 30, 15, 7, 1, 0 (today), -1 (over), or null while it is far. Each is told once. A paper that is to be told
 * `first` days ahead begins then, whatever of the usual days lies before.
 */
export function stepOf(daysLeft: number, first: number = noticeDays[0]): number | null {
  if (daysLeft < 0) return -1;
  const steps = [0, ...noticeDays.filter((days) => days < first).reverse(), first];
  return steps.find((step) => daysLeft <= step) ?? null;
}

/** 还有7天到期, 今天到期, 已过期12天. */
export function dueWords(daysLeft: number): string {
  if (daysLeft === 0) return '今天到期';
  return daysLeft > 0 ? `还有${daysLeft}天到期` : `已过期${-daysLeft}天`;
}

interface Due {
  clientId: string;
  vehicleId: string;
  plateNo: string;
  end: string;
  daysLeft: number;
}
interface Document {
  kind: CertificateKind;
  column: 'inspect_end' | 'insure_end' | 'license_end' | 'transport_cert_end';
  type: number;
  name: string;
}

const documents: readonly Document[] = [
  { kind: 'inspect', column: 'inspect_end', type: msgType.inspectionDue, name: '年检' },
  { kind: 'compulsory', column: 'insure_end', type: msgType.insuranceDue, name: '保险' },
  { kind: 'licence', column: 'license_end', type: msgType.licenceDue, name: '行驶证' },
  { kind: 'transport', column: 'transport_cert_end', type: msgType.transportCertDue, name: '道路运输证' },
];

/** Keys of messages about an end. Such a message is closed when it is outdated: renewed, or followed by the next step. */
const isDueKey = /^(?:due|fee) /u;

/**
 * What comes to its end as of `now`: certificates of vehicles and of their probes, service fees of terminals, 30, 15, 7, 1 and 0 days before and once after it, grants
 * a week ahead. A
 * step that was told is not told again, however often this runs; the earlier steps, and what was renewed meanwhile, are closed.
 */
export async function tellWhatIsDue(db: Kysely<DB>, now: Date, at?: Date): Promise<number> {
  const messages = [
    ...(await listDocumentsDue(db, now)),
    ...(await listCertificatesDue(db, now)),
    ...(await listProbesDue(db, now)),
    ...(await listFeesDue(db, now)),
    ...(await listGrantsDue(db, now)),
  ];
  let told = 0;
  for (const message of messages) if (await createMessage(db, { ...message, at })) told++;
  await closeOutdated(db, new Set(messages.map(({ clientId, onceKey }) => `${clientId} ${onceKey}`)));
  return told;
}

async function closeOutdated(db: Kysely<DB>, current: ReadonlySet<string>): Promise<void> {
  const open = await db
    .selectFrom('message')
    .select(['client_id', 'once_key'])
    .where('category', 'in', [11, 12])
    .where('expire_at', 'is', null)
    .execute();
  const over = open.filter((m) => isDueKey.test(m.once_key) && !current.has(`${m.client_id} ${m.once_key}`));
  for (const clientId of new Set(over.map((m) => m.client_id))) {
    const keys = over.filter((m) => m.client_id === clientId).map((m) => m.once_key);
    await closeMessages(db, clientId, keys);
  }
}

async function listDocumentsDue(db: Kysely<DB>, now: Date): Promise<NewMessage[]> {
  const lists = await Promise.all(documents.map((document) => listDocumentDue(db, now, document)));
  return lists.flat();
}

/** Messages about one date of the vehicles, from the day that the vehicle's paper names for the first notice, otherwise 30 days ahead. */
async function listDocumentDue(
  db: Kysely<DB>,
  now: Date,
  { kind, column, type, name }: Document,
): Promise<NewMessage[]> {
  const end = sql.ref(`v.${column}`);
  const left = sql`${end} - (${now}::timestamptz at time zone c.time_zone)::date`;
  const first = sql`coalesce(p.remind_days, ${noticeDays[0]})`;
  const { rows } = await sql<PaperDue>`
    select v.client_id as "clientId", v.id as "vehicleId", v.plate_no as "plateNo", ${end}::text as end, (${left})::int as "daysLeft", ${first}::int as first
    from vehicle v join client c on c.id = v.client_id left join vehicle_certificate p on p.vehicle_id = v.id and p.doc_type = ${kind}
    where v.deleted_at is null and c.status = 1 and ${left} <= ${first}
    order by ${end}, v.plate_no`.execute(db);
  return rows.flatMap((due) => messagesOfPaper(due, { type, name, key: column }));
}

/** Messages about papers that have an end date of their own: 商业险, 二级维护, GPS安装证明. */
async function listCertificatesDue(db: Kysely<DB>, now: Date): Promise<NewMessage[]> {
  const left = sql`p.end_date - (${now}::timestamptz at time zone c.time_zone)::date`;
  const { rows } = await sql<PaperDue & { kind: string }>`
    select v.client_id as "clientId", v.id as "vehicleId", v.plate_no as "plateNo", p.end_date::text as end, (${left})::int as "daysLeft",
      p.remind_days::int as first, p.doc_type as kind
    from vehicle_certificate p join vehicle v on v.id = p.vehicle_id join client c on c.id = v.client_id
    where v.deleted_at is null and c.status = 1 and ${left} <= p.remind_days
    order by p.end_date, v.plate_no`.execute(db);
  return rows.flatMap((due) =>
    messagesOfPaper(due, {
      type: msgType.vehiclePaperDue,
      name: vehiclePaper.label(due.kind),
      key: `paper ${due.kind}`,
    }),
  );
}

type PaperDue = Due & { first: number };

/** The message about a paper that ends, as a list of one; empty before its first notice. */
function messagesOfPaper(due: PaperDue, paper: { type: number; name: string; key: string }): NewMessage[] {
  const { clientId, vehicleId, plateNo, end, daysLeft, first } = due;
  const step = stepOf(daysLeft, first);
  if (step === null) return [];
  const words = dueWords(daysLeft);
  const ask = daysLeft < 0 ? '请停止营运并尽快办理' : '请提前办理';
  return [
    {
      clientId,
      category: 12 as const,
      type: paper.type,
      objTag: `vehicle:${vehicleId}`,
      objName: plateNo,
      title: `${paper.name}${words}`,
      content: `车辆${plateNo}的${paper.name}有效期至${end}，${words}，${ask}。`,
      vehicleId,
      menu: 'vehicle' as const,
      onceKey: `due ${paper.key} ${vehicleId} ${end} ${step}`,
    },
  ];
}

/** Messages about calibrations of probes; those of one vehicle that end on the same day are one message. */
async function listProbesDue(db: Kysely<DB>, now: Date): Promise<NewMessage[]> {
  const left = sql`p.cert_end - (${now}::timestamptz at time zone c.time_zone)::date`;
  const { rows } = await sql<Due & { probes: string }>`
    select v.client_id as "clientId", v.id as "vehicleId", v.plate_no as "plateNo", p.cert_end::text as end, min(${left})::int as "daysLeft",
      string_agg(p.name || coalesce('（' || nullif(p.cert_no, '') || '）', ''), '、' order by p.kind desc, p.channel) as probes
    from probe p join vehicle v on v.id = p.vehicle_id join client c on c.id = v.client_id
    where v.deleted_at is null and c.status = 1 and ${left} <= ${noticeDays[0]}
    group by v.client_id, v.id, v.plate_no, p.cert_end order by p.cert_end, v.plate_no`.execute(db);
  return rows.flatMap(({ clientId, vehicleId, plateNo, end, daysLeft, probes }) => {
    const step = stepOf(daysLeft);
    if (step === null) return [];
    const words = dueWords(daysLeft);
    const ask = daysLeft < 0 ? '温湿度数据可能不被认可，请尽快校准' : '请提前安排校准';
    return {
      clientId,
      category: 12 as const,
      type: msgType.probeCertDue,
      objTag: `vehicle:${vehicleId}`,
      objName: plateNo,
      title: `探头校准${words}`,
      content: `车辆${plateNo}的探头${probes}校准有效期至${end}，${words}，${ask}。`,
      vehicleId,
      menu: 'vehicle' as const,
      onceKey: `due probe ${vehicleId} ${end} ${step}`,
    };
  });
}

async function listFeesDue(db: Kysely<DB>, now: Date): Promise<NewMessage[]> {
  const left = sql`d.service_end - (${now}::timestamptz at time zone c.time_zone)::date`;
  const { rows } = await sql<Due & { deviceId: string; terminalNo: string; days: number[] | null }>`
    select r.days, d.client_id as "clientId", d.id as "deviceId", d.terminal_no as "terminalNo", v.id as "vehicleId", v.plate_no as "plateNo",
      d.service_end::text as end, (${left})::int as "daysLeft"
    from device d join client c on c.id = d.client_id
      join device_binding b on b.device_id = d.id and b.during @> now() join vehicle v on v.id = b.vehicle_id
      left join fee_reminder r on r.client_id = d.client_id left join device_fee f on f.device_id = d.id
    where d.deleted_at is null and coalesce(f.remind, true) and c.status = 1 and ${left} <= ${noticeDays[0]}
    order by d.service_end, v.plate_no`.execute(db);
  return rows.flatMap((due) => {
    const step = stepOf(due.daysLeft);
    // the days before the end are the company's choice (提醒设置); the end itself is always told
    if (step === null || (step > 0 && due.days !== null && !due.days.includes(step))) return [];
    const words = dueWords(due.daysLeft);
    const ask = due.daysLeft < 0 ? '数据服务可能已停止，请尽快续费' : '请及时续费';
    return {
      clientId: due.clientId,
      category: 11 as const,
      type: msgType.serviceFee,
      objTag: `device:${due.deviceId}|vehicle:${due.vehicleId}`,
      objName: due.plateNo,
      title: `服务费${words}`,
      content: `车辆${due.plateNo}的终端${due.terminalNo}服务期至${due.end}，${words}，${ask}。`,
      vehicleId: due.vehicleId,
      menu: 'equipmentCost' as const,
      onceKey: `fee ${due.deviceId} ${due.end} ${step}`,
    };
  });
}

/** Days before the end of a grant when it is told; grants that were given for less are not. */
const grantNoticeDays = 7;
const grantFamilies = {
  vehicle: { menu: 'vehicleEquipmentGrant', words: '辆车' },
  lock: { menu: 'bluetoothLockGrant', words: '把蓝牙锁' },
  map: { menu: 'regionSiteGrant', words: '个地图资源' },
} as const;

/** Messages about grants that end, for the users who manage grants of the kind; those of one grantee that end on the same day are one message. */
async function listGrantsDue(db: Kysely<DB>, now: Date): Promise<NewMessage[]> {
  const end = sql`(g.valid_until at time zone c.time_zone)::date`;
  const left = sql`${end} - (${now}::timestamptz at time zone c.time_zone)::date`;
  const { rows } = await sql<{
    clientId: string;
    family: keyof typeof grantFamilies;
    grantee: string;
    name: string;
    n: number;
    plates: string | null;
    end: string;
    daysLeft: number;
  }>`select g.client_id as "clientId", f.family, coalesce('org ' || g.org_id, 'user ' || g.user_id) as grantee, coalesce(o.name, u.name) as name,
      count(*)::int as n, string_agg(v.plate_no, '、' order by v.plate_no) as plates, ${end}::text as end, min(${left})::int as "daysLeft"
    from resource_auth g join client c on c.id = g.client_id
      cross join lateral (select case when g.resource_kind in ('vehicle', 'lock') then g.resource_kind else 'map' end as family) f
      left join org o on o.id = g.org_id left join app_user u on u.id = g.user_id
      left join vehicle v on g.resource_kind = 'vehicle' and v.id = g.resource_id
    where g.revoked_at is null and g.deleted_at is null and c.status = 1 and coalesce(u.status, 1) = 1 and u.deleted_at is null
      and g.valid_until >= ${now}::timestamptz and g.valid_until - g.valid_from > make_interval(days => ${grantNoticeDays})
      and ${left} <= ${grantNoticeDays}
    group by g.client_id, f.family, g.org_id, g.user_id, o.name, u.name, ${end} order by ${end}, 3`.execute(db);
  return rows.flatMap(({ clientId, family, grantee, name, n, plates, end: day, daysLeft }): NewMessage[] => {
    const step = stepOf(daysLeft, grantNoticeDays);
    if (step === null) return [];
    const { menu, words } = grantFamilies[family];
    const named = plates ? `（${plates.length > 60 ? `${plates.slice(0, 60)}…` : plates}）` : '';
    return [
      {
        clientId,
        category: 12,
        type: msgType.grantDue,
        objTag: `grantee:${grantee.replace(' ', '-')}|family:${family}`,
        objName: name,
        title: `给${name}的授权${dueWords(daysLeft)}`,
        content: `授权给${name}的${n}${words}${named}有效期至${day}，到期后不再可见；需要继续的请在资源授权中延期。`,
        menu,
        onceKey: `due grant ${family} ${grantee} ${day} ${step}`,
      },
    ];
  });
}
