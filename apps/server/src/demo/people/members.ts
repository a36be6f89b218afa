import type { PlanQuotas } from '@tongda/contract/base/allowance/quota';
import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import { memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import {
  memberFacts,
  memberLimits,
  memberPeriod,
  purchaseResult,
  unusedFen,
} from '@tongda/contract/trade/member/order-state';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { storiesOf } from '@tongda/simulator/fleet/stories';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { DB, MemberOrder } from '../../core/generated/db-types';
import { wireTime } from '../../core/http/answer/wire-time';
import type { App } from '../../core/run/app';
import { dateIn, deviceId } from '../fleet/vehicle/rows';
import { storePaper } from '../transport/receipt-papers';
import { type DemoClient, demoClients, demoUsers } from './users';

type Executor = Trx | Kysely<DB>;
const cold = demoClients.cold.id;
const shipper = demoClients.shipper.id;
const carrier = demoClients.carrier.id;

/** Level, name, price of a month in fen, the models it covers (all when empty), what the product bounds by it, and who answers its customers. */
const plans: ReadonlyArray<
  readonly [level: number, name: string, monthFen: number, models: string[], quotas: PlanQuotas, service: string]
> = [
  [1, '标准版', 1800, ['T8-BD', 'T9-BD2'], { accounts: 20, smsPerMonth: 100, exportRows: 20_000 }, '工作日客服'],
  [2, '专业版', 3600, [], { accounts: 50, smsPerMonth: 500, exportRows: 50_000 }, '7×12客服'],
  [3, '旗舰版', 6800, [], { accounts: 200, smsPerMonth: 2_000, exportRows: 200_000 }, '专属顾问'],
];
/** What a company of the demo has without a plan. */
const everybody: PlanQuotas = { accounts: 10, smsPerMonth: 20, exportRows: 10_000 };
/** Terms of a membership: months, percent of the price of as many single months, name of the offer. */
const terms: ReadonlyArray<readonly [months: number, percent: number, promo: string]> = [
  [1, 100, ''],
  [3, 100, ''],
  [6, 95, '半年95折'],
  [12, 85, '一年85折'],
  [24, 80, '两年8折'],
  [36, 75, '三年75折'],
];
const priceOf = (monthFen: number, months: number): { list: number; unit: number } => {
  const list = monthFen * months;
  return { list, unit: (list * (terms.find(([n]) => n === months)?.[1] ?? 100)) / 100 };
};

/**
 * Plans with prices; memberships of the cold-chain company: 22 that hold, 8 about to end, 6 over; an order in each of the nine states. Those that wait for
 * payment or review are the carrier's, as a company buys nothing while an order of it waits.
 */
export async function seedMembers(trx: Executor, now: Date): Promise<void> {
  const planIds = new Map<number, string>();
  await trx
    .updateTable('member_plan')
    .set({ quotas: JSON.stringify(everybody) })
    .where('level', '=', 0)
    .execute();
  for (const [level, name, monthFen, models, quotas, service] of plans) {
    const benefits = [{ code: 'service', name: '服务支持', valueText: service }];
    const { id } = await trx
      .insertInto('member_plan')
      .values({ name, level, models, quotas: JSON.stringify(quotas), benefits: JSON.stringify(benefits), sort: level })
      .returning('id')
      .executeTakeFirstOrThrow();
    planIds.set(level, id);
    await trx
      .insertInto('member_price')
      .values(
        terms.map(([months, , promo]) => {
          const { list: list_price_fen, unit } = priceOf(monthFen, months);
          return { plan_id: id, months, list_price_fen, unit_price_fen: unit, promo_text: promo };
        }),
      )
      .execute();
  }
  await seedStock(trx, now);
  const all = await trx
    .selectFrom('device as d')
    .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`))
    .leftJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .select(['d.id', 'd.client_id', 'd.terminal_no', 'd.model', sql<string>`coalesce(v.plate_no, '')`.as('plate_no')])
    .where('d.client_id', 'in', [cold, carrier])
    .orderBy('d.id')
    .execute();
  const devices = inPlaces(all.filter(({ client_id }) => client_id === cold));
  const write = (device: { id: string }, level: number, from: number, to: number) =>
    trx
      .insertInto('member_period')
      .values({
        client_id: cold,
        device_id: device.id,
        plan_id: planIds.get(level) ?? '',
        start_date: dateIn(now, from),
        end_date: dateIn(now, to),
      })
      .execute();
  // the first four are those of the orders that passed or were refunded, the last four never had a membership
  for (const [i, device] of devices.entries()) {
    const level = 1 + (i % 3);
    if (i >= 2 && i < 22) await write(device, device.model === 'V4-1078' ? 2 : level, -200, 60 + ((i * 37) % 300));
    else if (i >= 22 && i < 30) await write(device, 2, -340, 2 + (i - 22) * 3);
    else if (i >= 30 && i < 36) await write(device, 1, -400, -(3 + (i - 30) * 9));
  }
  const stock = all.filter(({ client_id }) => client_id === carrier);
  await seedOrders(trx, now, planIds, { cold: devices, carrier: stock });
}

/**
 * The terminals that memberships and orders are about, in the order in which they are numbered below. Those of 30-35, whose memberships are over, work
 * nowhere: those of the trucks that never leave their yards, and the company's stock.
 */
function inPlaces<D extends { id: string }>(all: readonly D[]): D[] {
  const atWork = new Set(
    demoVehicles.flatMap(({ no }) => (storiesOf(no).some(({ kind }) => kind === 'neverStarted') ? [] : deviceId(no))),
  );
  const isIdle = ({ id }: D): boolean => !atWork.has(id);
  const working = all.filter((device) => !isIdle(device));
  return [...working.slice(0, 30), ...all.filter(isIdle).slice(0, 6), ...working.slice(30, 34)];
}

/** Terminals in stock: of the shipper, a company without orders that can buy at once, and of the carrier, whose orders wait. */
async function seedStock(trx: Executor, now: Date): Promise<void> {
  const terminal = (client_id: string, id: number, phone: number, isVideo: boolean) => ({
    id: String(id),
    client_id,
    terminal_no: `0${phone}`,
    phone_key: String(phone),
    sim_no: String(phone),
    model: isVideo ? 'V4-1078' : 'T9-BD2',
    manufacturer: isVideo ? '锐视科技' : '星途电子',
    service_end: dateIn(now, 365),
  });
  const places = Array.from({ length: carrierStock }, (_, k) => k + 1);
  await trx
    .insertInto('device')
    .values([
      ...[1, 2, 3, 4, 5, 6].map((k) => terminal(shipper, 9_200 + k, 14_400_280_000 + k * 37, k === 6)),
      ...places.map((k) => terminal(carrier, 9_300 + k, 14_400_290_000 + k * 37, false)),
    ])
    .execute();
  const account = sql`'通达运营（上海）有限公司', '中国银行上海市青浦支行', '4559 0888 1001 2026'`;
  await sql`insert into payee_account (client_id, account_name, bank_name, account_no)
    values (${shipper}, ${account}), (${carrier}, ${account})`.execute(trx);
}

interface Bought {
  id: string;
  terminal_no: string;
  model: string | null;
  plate_no: string;
}

/** Terminals of the carrier, which the orders that wait are about. */
const carrierStock = 8;
/** Status, plan, months, days since it was made, and the devices by their place in the list: of the carrier's stock for orders that wait. */
const orders: ReadonlyArray<readonly [status: number, level: number, months: number, days: number, devices: number[]]> =
  [
    [memberStatus.passed, 2, 12, 40, [0, 1]],
    [memberStatus.refunded, 3, 12, 75, [36]],
    [memberStatus.failed, 2, 6, 6, [30, 31, 32]],
    [memberStatus.cancelled, 1, 3, 20, [37]],
    [memberStatus.timedOut, 2, 12, 15, [33, 34]],
    [memberStatus.toReview, 2, 1, 1, [0]],
    [memberStatus.toReviewOffline, 2, 12, 2, [1, 2, 3, 4]],
    [memberStatus.toPayOffline, 2, 12, 1, [5, 6]],
    [memberStatus.toPay, 1, 12, 0, [7]],
  ];
const { online, offline } = memberPayType;

/** Which company an order of this status is of, and who ordered. */
const buyerOf = (status: number): Extract<DemoClient, 'cold' | 'carrier'> =>
  purchaseResult([status]) === 0 ? 'cold' : 'carrier';

const isPaid = (status: number): boolean => status === memberStatus.passed || status === memberStatus.refunded;

/** Columns of what has happened to an order of this status since it was made `days` ago: payment, review, closing, refund. */
function historyOf(status: number, now: Date, days: number, refundFen: number): Partial<Insertable<MemberOrder>> {
  const at = (after: number): Date => new Date(now.getTime() + (after - days) * dayMs);
  const day = dateIn(now, -days);
  const done = isPaid(status);
  const failed = status === memberStatus.failed;
  const remitted = done || failed || status === memberStatus.toReviewOffline;
  return {
    ...(remitted ? { remit_date: day, remit_name: titles[buyerOf(status)].title, submitted_at: at(0.1) } : {}),
    ...(done || status === memberStatus.toReview ? { paid_at: at(0.1) } : {}),
    ...(status === memberStatus.toReview ? { pay_trade_no: `4200${day.replaceAll('-', '')}0001` } : {}),
    ...(done || failed ? { audited_at: at(1), audit_user: '运营人员' } : {}),
    ...(failed ? { reject_reason: '凭证金额与订单应付金额不一致，请核对后重新上传' } : {}),
    ...(status === memberStatus.cancelled ? { close_reason: '管理员取消' } : {}),
    ...(status === memberStatus.timedOut ? { close_reason: '超时未付款，自动取消' } : {}),
    ...(status === memberStatus.refunded
      ? {
          refund_fen: refundFen,
          refund_reason: '设备拆除，未使用部分退款',
          refunded_at: at(10),
          refund_user: '财务审核',
        }
      : {}),
  };
}

async function seedOrders(
  trx: Executor,
  now: Date,
  planIds: Map<number, string>,
  devices: Readonly<Record<ReturnType<typeof buyerOf>, readonly Bought[]>>,
): Promise<void> {
  const at = (days: number): Date => new Date(now.getTime() + days * dayMs);
  for (const [i, [status, level, months, days, chosen]] of orders.entries()) {
    const plan = plans.find(([one]) => one === level);
    const { list, unit } = priceOf(plan?.[2] ?? 0, months);
    const n = chosen.length;
    const facts = memberFacts(status);
    const byTransfer =
      status !== memberStatus.toPay && status !== memberStatus.toReview && status !== memberStatus.timedOut;
    const done = isPaid(status);
    const period = memberPeriod(dateIn(now, 1 - days), null, months);
    const refundFen = n * unusedFen(unit, period, dateIn(now, 10 - days));
    const buyer = buyerOf(status);
    const client_id = demoClients[buyer].id;
    const user = demoUsers.find(({ client, primary }) => client === buyer && primary);
    if (!user) throw new Error(`the company ${buyer} has no first user`);
    const { id } = await trx
      .insertInto('member_order')
      .values({
        client_id,
        user_id: user.id,
        apply_user: user.name,
        order_no: `HY${orderTime(at(-days))}${String(i + 1).padStart(4, '0')}`,
        status,
        audit_status: facts.audit,
        payment_status: facts.payment ?? 1,
        invoice_status: status === memberStatus.passed ? 1 : 0,
        plan_id: planIds.get(level) ?? null,
        plan_name: plan?.[1] ?? '',
        device_count: n,
        total_fen: list * n,
        discount_fen: (list - unit) * n,
        pay_fen: unit * n,
        pay_type: byTransfer ? offline : online,
        ticket: JSON.stringify({ ...ticket, ...titles[buyer] }),
        created_at: at(-days),
        expire_at: new Date(
          at(-days).getTime() + (byTransfer ? memberLimits.offlineDays * dayMs : memberLimits.onlineMinutes * minuteMs),
        ),
        ...historyOf(status, now, days, refundFen),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const place of chosen) {
      const device = devices[buyer][place];
      if (!device) throw new Error(`the company ${buyer} has no device ${place}`);
      await trx
        .insertInto('member_order_item')
        .values({
          client_id,
          order_id: id,
          device_id: device.id,
          terminal_no: device.terminal_no,
          plate_no: device.plate_no,
          model: device.model ?? '',
          months,
          list_price_fen: list,
          amount_fen: unit,
          ...(done ? { start_date: period.start, end_date: period.end } : {}),
        })
        .execute();
      if (status === memberStatus.passed)
        await trx
          .insertInto('member_period')
          .values({
            client_id,
            device_id: device.id,
            plan_id: planIds.get(level) ?? '',
            order_id: id,
            start_date: period.start,
            end_date: period.end,
          })
          .execute();
    }
  }
}

/** The time of an order as its number has it: `20260114093012`, on the clock of the demo's companies. */
export const orderTime = (at: Date): string => wireTime(at, 'Asia/Shanghai').replace(/\D/gu, '');

/** Who the invoice is for. */
const titles = {
  cold: { title: '鲜达冷链物流有限公司', taxNo: '91310118MA1JL26X7T', email: 'caiwu@xianda.example' },
  carrier: { title: '苏州恒达运输有限公司', taxNo: '91320505MA1W8H3P2B', email: 'caiwu@hengda.example' },
};
const ticket = {
  type: 1,
  bank: null,
  bankAccount: null,
  address: null,
  phone: null,
};
/** What the cold-chain company asks invoices with. */
export const coldTicket = { ...ticket, ...titles.cold };

/** Pictures of the transfers of orders that show one. */
export async function makeMemberVouchers(app: Pick<App, 'database' | 'blobs'>): Promise<void> {
  const db = app.database.systemDb;
  const paid = await db
    .selectFrom('member_order')
    .select(['id', 'order_no', 'client_id'])
    .where('client_id', 'in', [cold, carrier])
    .where('remit_date', 'is not', null)
    .where(sql<boolean>`cardinality(voucher_file_ids) = 0`)
    .orderBy('id')
    .execute();
  for (const [i, order] of paid.entries()) {
    const file = await storePaper(app, `汇款回单${order.order_no.slice(-6)}.png`, 40 + i, order.client_id);
    await db
      .updateTable('member_order')
      .set({ voucher_file_ids: [file] })
      .where('id', '=', order.id)
      .execute();
  }
}

/** The file of the invoice that the provider issued for what the company bought. */
export async function makeInvoices(app: Pick<App, 'database' | 'blobs'>): Promise<void> {
  const db = app.database.systemDb;
  const issued = await db
    .selectFrom('erp_order')
    .select(['id', 'order_no'])
    .where('client_id', '=', cold)
    .where('invoice_no', '<>', '')
    .where('invoice_file_id', 'is', null)
    .execute();
  for (const order of issued) {
    const file = await storePaper(app, `发票${order.order_no}.png`, 60, demoClients.provider.id);
    await db.updateTable('erp_order').set({ invoice_file_id: file }).where('id', '=', order.id).execute();
  }
}
