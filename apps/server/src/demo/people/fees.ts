import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { DB } from '../../core/generated/db-types';
import { coldTicket, orderTime } from './members';
import { demoClients } from './users';

const clientId = demoClients.cold.id;

/** Prices, past payments, a renewal that waits for its transfer, and what the company bought from its provider. */
export async function seedFees(trx: Trx | Kysely<DB>, now: Date): Promise<void> {
  const at = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString();
  await sql`insert into service_price (client_id, model, package_name, year_price_fen) values (${clientId}, null, '标准定位服务', 36000),
    (${clientId}, 'TD-C8', '冷链温控服务', 54000)`.execute(trx);
  await sql`insert into service_discount (client_id, min_years, percent) values (${clientId}, 2, 95), (${clientId}, 3, 90)`.execute(
    trx,
  );
  await sql`insert into payee_account (client_id, account_name, bank_name, account_no)
    values (${clientId}, '通达运营（上海）有限公司', '中国银行上海市青浦支行', '4559 0888 1001 2026')`.execute(trx);
  await sql`insert into device_fee (device_id, client_id, package_name, fee_type, arrears_extend_days)
    select d.id, ${clientId}, case when d.id % 3 = 0 then '冷链温控服务' else '标准定位服务' end, 1, case when d.id % 2 = 0 then 15 else 0 end
    from device d where d.client_id = ${clientId}`.execute(trx);
  await sql`insert into device_fee_period (client_id, device_id, start_date, end_date, package_name, order_no, amount_fen, operator, created_at)
    select ${clientId}, d.id, d.service_end - 365, d.service_end, f.package_name, 'XF2025' || lpad((d.id % 97)::text, 4, '0'), 36000, '通达运营',
      (d.service_end - 365)::timestamptz
    from device d join device_fee f on f.device_id = d.id where d.client_id = ${clientId} and d.service_end is not null`.execute(
    trx,
  );
  await sql`with o as (insert into renew_order (client_id, order_no, device_count, amount_fen, pay_type, renew_status, transfer_code, apply_user_id,
      apply_user, created_at, expire_at) values (${clientId}, ${`XF${orderTime(new Date(at(-1)))}001`}, 2, 72000, 2, 4, '638102', 151, '管理员', ${at(-1)}, ${at(6)})
      returning id, order_no, amount_fen, apply_user, created_at),
    e as (insert into erp_order (client_id, order_no, order_type, amount_fen, renew_order_id, apply_user, created_at)
      select ${clientId}, order_no, 3, amount_fen, id, apply_user, created_at from o returning id),
    p as (insert into erp_order_item (client_id, order_id, product_name, qty, unit_price_fen)
      select ${clientId}, id, '标准定位服务续费1年', 2, 36000 from e)
    insert into renew_order_item (client_id, order_id, device_id, terminal_no, plate_no, model, years, unit_price_fen, amount_fen, old_end)
    select ${clientId}, o.id, d.id, d.terminal_no, coalesce(v.plate_no, ''), coalesce(d.model, ''), 1, 36000, 36000, d.service_end
    from o, (select * from device where client_id = ${clientId} order by service_end nulls last, id limit 2) d
      left join device_binding b on b.device_id = d.id and upper_inf(b.during) left join vehicle v on v.id = b.vehicle_id`.execute(
    trx,
  );
  const orders: Array<
    [
      type: number,
      product: string,
      qty: number,
      priceFen: number,
      pay: number,
      audit: number,
      invoice: number,
      logistics: string,
      days: number,
    ]
  > = [
    [1, '车载定位终端', 40, 68000, 2, 1, 2, '顺丰速运 SF1400326617 已签收', -320],
    [1, '温湿度探头', 120, 12000, 2, 1, 1, '顺丰速运 SF1400411208 已签收', -210],
    [2, '车载视频终端（租赁）', 10, 30000, 3, 1, 0, '德邦快递 DPK882014 运输中', -4],
    [4, '运输管理系统年费', 1, 1980000, 2, 1, 0, '', -150],
    [5, '蓝牙锁', 20, 26000, 1, 0, 0, '', -2],
    [6, '流量卡补办', 3, 2000, 2, 1, 0, '', -35],
  ];
  for (const [i, [type, product, qty, price, pay, audit, invoice, logistics, days]] of orders.entries()) {
    const [company = '', no = '', status = ''] = logistics.split(' ');
    const amount = qty * price;
    await sql`with o as (insert into erp_order (client_id, order_no, order_type, amount_fen, paid_fen, payment_status, audit_status, invoice_status,
        logistics_company, logistics_no, logistics_status, install_status, salesman, apply_user, created_at, received_at, ticket, invoice_no, invoiced_at)
        values (${clientId}, ${`DD${orderTime(new Date(at(days))).slice(0, 8)}${String(i + 1).padStart(3, '0')}`}, ${type}, ${amount},
          ${pay === 2 ? amount : pay === 3 ? amount / 2 : 0}::int, ${pay}, ${audit}, ${invoice}, ${company}, ${no}, ${status},
          ${type === 1 ? '已安装' : ''}, '陆琪', '管理员', ${at(days)}, ${status === '已签收' ? at(days + 4) : null},
          ${invoice > 0 ? JSON.stringify(coldTicket) : null}::jsonb, ${invoice === 2 ? '24312000000187364521' : ''}, ${invoice === 2 ? at(days + 6) : null}) returning id)
      insert into erp_order_item (client_id, order_id, product_name, model, qty, unit_price_fen, device_nos)
      select ${clientId}, o.id, ${product}, '', ${qty}, ${price}, ${type === 1 ? sql`array(select terminal_no from device where client_id = ${clientId} order by id limit 5)` : sql`'{}'::text[]`} from o`.execute(
      trx,
    );
  }
}
