import { type RawBuilder, sql } from 'kysely';
import { orgScope, type ScopeOf, seesAll } from './scope';

/** The driver, carrier or customer that the caller's account belongs to, as SQL that is evaluated once in a statement. */
const ownColumn = (who: ScopeOf, column: 'driver_id' | 'carrier_id' | 'customer_id'): RawBuilder<unknown> =>
  sql`(select u.${sql.ref(column)} from app_user u where u.id = ${who.userId}::bigint)`;

/**
 * Waybills that are the caller's to see (transport.md 0): a driver's account its own trips, a carrier's account those it carries, a customer's
 * account those with its goods, everybody else those of his departments and those without one. `w` is the alias of the table.
 */
export function waybillScope(who: ScopeOf, w: string): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`true`;
  const at = (column: string) => sql.ref(`${w}.${column}`);
  return sql<boolean>`case
    when ${ownColumn(who, 'driver_id')} is not null then ${ownColumn(who, 'driver_id')} in (${at('driver_id')}, ${at('co_driver_id')})
    when ${ownColumn(who, 'carrier_id')} is not null then coalesce(${at('carrier_id')} = ${ownColumn(who, 'carrier_id')}, false)
    when ${ownColumn(who, 'customer_id')} is not null then exists (select from waybill_leg sl join customer_order so on so.id = sl.order_id
      where sl.waybill_id = ${at('id')} and sl.removed_at is null and so.customer_id = ${ownColumn(who, 'customer_id')})
    else ${at('org_id')} is null or ${orgScope(who, `${w}.org_id`)} end`;
}

/** The same for orders: a customer's own; for drivers and carriers those on their trips. `o` is the alias of the table. */
export function orderScope(who: ScopeOf, o: string): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`true`;
  const at = (column: string) => sql.ref(`${o}.${column}`);
  return sql<boolean>`case
    when ${ownColumn(who, 'customer_id')} is not null then ${at('customer_id')} = ${ownColumn(who, 'customer_id')}
    when ${ownColumn(who, 'driver_id')} is not null or ${ownColumn(who, 'carrier_id')} is not null then exists (select from waybill_leg sl
      join waybill sw on sw.id = sl.waybill_id where sl.order_id = ${at('id')} and sl.removed_at is null and ${waybillScope(who, 'sw')})
    else ${at('org_id')} is null or ${orgScope(who, `${o}.org_id`)} end`;
}

/**
 * Customers whose names the caller may choose from: a customer's account itself, those of drivers and carriers the shippers of their trips, everybody
 * else all of them. `k` is the alias of the table.
 */
export function customerScope(who: ScopeOf, k: string): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`true`;
  const id = sql.ref(`${k}.id`);
  return sql<boolean>`case
    when ${ownColumn(who, 'customer_id')} is not null then ${id} = ${ownColumn(who, 'customer_id')}
    when ${ownColumn(who, 'driver_id')} is not null or ${ownColumn(who, 'carrier_id')} is not null then exists (select from customer_order co
      where co.customer_id = ${id} and ${orderScope(who, 'co')})
    else true end`;
}

/** The same for carriers: a carrier's account itself, those of drivers and customers the carriers of the trips that they see. `c` is the alias. */
export function carrierScope(who: ScopeOf, c: string): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`true`;
  const id = sql.ref(`${c}.id`);
  return sql<boolean>`case
    when ${ownColumn(who, 'carrier_id')} is not null then ${id} = ${ownColumn(who, 'carrier_id')}
    when ${ownColumn(who, 'driver_id')} is not null or ${ownColumn(who, 'customer_id')} is not null then exists (select from waybill cw
      where cw.carrier_id = ${id} and ${waybillScope(who, 'cw')})
    else true end`;
}
