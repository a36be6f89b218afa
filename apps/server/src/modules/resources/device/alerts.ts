import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import { dayMs } from '@tongda/contract/core/durations';
import type { DeviceAlertKind } from '@tongda/contract/resources/device/enums';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import { changeMessage, createMessage, type NewMessage } from '../../base/message/door';
import { alertKey } from './access';

const atOnce = 100;
const turnMs = 10_000;
/** Alerts of one kind that a company is told one by one on a day; one message counts the rest. */
const singlyToldPerDay = 5;
/** Alerts are kept for the terminals' pages, days. */
const keptDays = 400;

interface Untold {
  id: string;
  clientId: string;
  kind: DeviceAlertKind;
  deviceId: string;
  terminalNo: string;
  vehicleId: string | null;
  orgId: string | null;
  plateNo: string;
  before: string;
  address: string;
  at: Date;
  timeZone: string;
  /** of how many of the company's day and kind it is, with itself */
  nth: number;
}

/** Tells staff what they ought to look at on the connections of terminals. Each alert is told once, whichever process does it. Answers how many were told. */
export function tellDeviceAlerts(db: Kysely<DB>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Untold>`
      with due as (select id from device_alert where told_at is null order by id limit ${atOnce} for update skip locked)
      select a.id::text, a.client_id::text as "clientId", a.kind, a.device_id::text as "deviceId", d.terminal_no as "terminalNo",
        b.vehicle_id::text as "vehicleId", d.org_id::text as "orgId", coalesce(v.plate_no, '') as "plateNo",
        coalesce(a.before_address, '') as before, a.address, a.first_at as at, c.time_zone as "timeZone",
        (select count(*)::int from device_alert o where o.client_id = a.client_id and o.kind = a.kind and o.id <= a.id
          and (o.first_at at time zone c.time_zone)::date = (a.first_at at time zone c.time_zone)::date) as nth
      from due join device_alert a on a.id = due.id join device d on d.id = a.device_id join client c on c.id = a.client_id
      left join device_binding b on b.device_id = d.id and upper_inf(b.during) left join vehicle v on v.id = b.vehicle_id
      order by a.id`.execute(trx);
    for (const alert of rows) {
      if (alert.nth <= singlyToldPerDay) await createMessage(trx, messageOf(alert));
      else await tellTogether(trx, alert);
    }
    const ids = rows.map(({ id }) => id);
    await sql`update device_alert set told_at = now() where id = any(${ids}::bigint[])`.execute(trx);
    return rows.length;
  });
}

/** `1.2.3.4:5678` without the port: ports tell two connections from one address apart, and mean nothing otherwise. */
const addressOnly = (remote: string): string => remote.replace(/:\d+$/u, '');

interface Words {
  type: number;
  title: string;
  text: (alert: Untold) => string;
}

const words: Record<DeviceAlertKind, Words> = {
  network: {
    type: msgType.terminalNetwork,
    title: '终端更换网络',
    text: ({ before, address }) =>
      `从未用过的网络 ${addressOnly(address)} 接入，此前为 ${addressOnly(before)}。如没有换卡或换运营商，请核对终端。`,
  },
  second: {
    type: msgType.terminalSecond,
    title: '终端重复连接',
    text: ({ before, address }) =>
      `有两个连接同时上报：${before} 与 ${address}，平台只接收后者。请核对是否有设备冒用该终端编号。`,
  },
  register: {
    type: msgType.terminalRegister,
    title: '终端等待放行',
    text: ({ address }) =>
      `已注册过，来自 ${addressOnly(address)} 的再次注册已被拒绝。如更换或重置了终端，请在车载设备中放行重新注册。`,
  },
  code: {
    type: msgType.terminalCode,
    title: '终端鉴权失败',
    text: ({ address }) =>
      `来自 ${addressOnly(address)} 的鉴权码不正确，已被拒绝。如由其他平台迁入，请在车载设备中设置鉴权码。`,
  },
};

/** The message about one terminal: to those who see its vehicle, or its department's stock, and hold the register of terminals. */
function messageOf(alert: Untold): NewMessage {
  const { type, title, text } = words[alert.kind];
  const { terminalNo, plateNo, deviceId, vehicleId, orgId } = alert;
  const tags = [`device:${deviceId}`, `terminal:${terminalNo}`, ...(vehicleId ? [`vehicle:${vehicleId}`] : [])];
  return {
    clientId: alert.clientId,
    category: msgCategory.deviceException,
    type,
    objTag: tags.join('|'),
    objName: plateNo || terminalNo,
    title,
    content: `${plateNo ? `${plateNo}的` : ''}终端${terminalNo}${text(alert)}`,
    vehicleId,
    orgIds: vehicleId === null && orgId !== null ? [orgId] : null,
    menu: 'vehicleEquipment',
    at: alert.at,
    onceKey: alertKey(alert.id),
  };
}

/** One message a day that counts the terminals beyond those that were told one by one: a carrier that moves its network does not flood anybody. */
async function tellTogether(db: Kysely<DB>, { clientId, kind, at, timeZone, nth }: Untold): Promise<void> {
  const { type, title } = words[kind];
  const message: NewMessage = {
    clientId,
    category: msgCategory.deviceException,
    type,
    title: `多台${title}`,
    content: `当天另有${nth - singlyToldPerDay}台${title}，请在车载设备中逐台核对。`,
    menu: 'vehicleEquipment',
    at,
    onceKey: `terminals ${kind} ${wireTime(at, timeZone).slice(0, 10)}`,
  };
  if (!(await createMessage(db, message))) await changeMessage(db, message);
}

/** Tells alerts every ten seconds, and forgets old ones once a day. Answers a function that stops it and waits for the round under way. */
export function startDeviceAlerts(db: Kysely<DB>, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let tidiedAt = 0;
  const turn = async (): Promise<void> => {
    try {
      while ((await tellDeviceAlerts(db)) === atOnce);
      if (Date.now() - tidiedAt < dayMs) return;
      tidiedAt = Date.now();
      await sql`delete from device_alert where first_at < now() - make_interval(days => ${keptDays})`.execute(db);
    } catch (err) {
      log.warn({ err }, 'alerts of terminals not told');
    }
  };
  const timer = setInterval(() => {
    running = running.then(turn);
  }, turnMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
