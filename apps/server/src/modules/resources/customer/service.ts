import type { Parsed } from '@tongda/contract/core/endpoint';
import type { customerSetStatus } from '@tongda/contract/resources/customer/calls';
import {
  type CustomerAddress,
  type CustomerContact,
  type CustomerFields,
  customerDicts,
  customerLabels,
} from '@tongda/contract/resources/customer/fields';
import { enableStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalid } from '../../../core/http/errors';
import {
  eachRecord,
  type Register,
  registerWrites,
  type Target,
  toStatus,
  useSentence,
} from '../../../core/record/register';
import { addUses, describeUses, resolveReferences } from '../../base/reference/door';
import { type FoundCustomer, findCustomer, fromCustomers } from './repo';

const describeContacts = (list: unknown): string =>
  // the change history asks for `contacts` of forms and stored rows only: the schema of the form checked both
  (list as CustomerContact[]).map((c) => `${c.name} ${c.phone}${c.main ? '(默认)' : ''}`).join('；');
const describeAddresses = (list: unknown): string =>
  // the same for `addresses`
  (list as CustomerAddress[]).map((a) => `${a.name} ${a.area}${a.address}${a.main ? '(默认)' : ''}`.trim()).join('；');

export const customerRegister: Register<CustomerFields> = {
  entity: 'customer',
  table: 'customer',
  noun: '客户',
  wording: {
    labels: customerLabels,
    dicts: customerDicts,
    refs: { orgId: 'org' },
    own: { contacts: describeContacts, addresses: describeAddresses },
  },
  columnsOf: (v) => ({
    name: v.name,
    code: v.code,
    short_name: v.shortName,
    customer_type: v.customerType,
    level: v.level,
    org_id: v.orgId,
    credit_code: v.creditCode,
    salesman: v.salesman,
    contacts: v.contacts,
    addresses: v.addresses,
    temperature_type: v.temperatureType,
    temp_lower_c: v.tempLower,
    temp_upper_c: v.tempUpper,
    hours_limit: v.hoursLimit,
    settle_type: v.settleType,
    payment_days: v.paymentDays,
    invoice_title: v.invoiceTitle,
    tax_no: v.taxNo,
    ext_code: v.extCode,
    contract_no: v.contractNo,
    contract_end: v.contractEnd,
    remark: v.remark,
  }),
  twice: (constraint) =>
    constraint === 'customer_name'
      ? { field: 'name', msg: '客户名称已存在' }
      : constraint === 'customer_code'
        ? { field: 'code', msg: '客户编码已存在' }
        : null,
};

/** The next `n` free codes of the form KH000001, under a lock per company, so that two transactions never take the same. */
export async function nextCodes(trx: Trx, ctx: Ctx, n: number): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('customer code'), ${Number(BigInt(ctx.clientId) % 2_147_483_647n)})`.execute(
    trx,
  );
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substring(code from 3)::int), 0) as last from customer where client_id = ${ctx.clientId} and code ~ '^KH[0-9]{6}$'`.execute(
    trx,
  );
  const last = rows[0]?.last ?? 0;
  return Array.from({ length: n }, (_, i) => `KH${String(last + 1 + i).padStart(6, '0')}`);
}

export const customerWrites = registerWrites<CustomerFields, CustomerFields, FoundCustomer>(customerRegister, {
  load: async (trx, ctx, id) => requireRow(await findCustomer(trx, ctx, id), '客户'),
  prepare: async (trx, ctx, given, before) => {
    const { names, errors } = await resolveReferences(trx, ctx, { orgId: ['org', given.orgId] }, before ?? {});
    if (errors.length > 0) throw invalid(errors);
    // a blank code: a new customer gets the next number, a stored one keeps its code
    const code = given.code ?? (before ? before.code : ((await nextCodes(trx, ctx, 1))[0] ?? null));
    return {
      fields: { ...given, code },
      names: new Map([...(before ? [[`org ${before.orgId}`, before.orgName] as const] : []), ...names]),
    };
  },
});

interface CustomerTarget extends Target {
  status: number;
  stores: string[];
}
/** Loads customers for a batch, with the names of their stores. */
export const loadCustomerTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  fromCustomers(trx, ctx)
    .select(['k.id', 'k.name', 'k.version', 'k.status'])
    .select(
      sql<
        string[]
      >`array(select s.name from store s where s.customer_id = k.id and s.deleted_at is null order by 1)`.as('stores'),
    )
    .where('k.id', 'in', ids)
    .execute();

/** Why a customer cannot be deleted; null when he can. */
export const describeCustomerUse = ({ stores }: Pick<CustomerTarget, 'stores'>): string | null =>
  stores.length > 0 ? useSentence('名下有门店', '家', stores) : null;

/** Soft-deletes customers; refused for one that has stores or that other records use. */
export const deleteCustomers = (ctx: Ctx, ids: string[]) =>
  eachRecord<CustomerFields, CustomerTarget & { uses: string[] }>(ctx, customerRegister, ids, {
    load: async (trx, wanted) => addUses(trx, 'customer', await loadCustomerTargets(ctx)(trx, wanted)),
    action: '删除',
    refuse: (t) => {
      const use = describeCustomerUse(t);
      const words = use === null ? describeUses(t.uses) : `${use}，无法删除`;
      return words === null ? null : blockedByRule(`客户${t.name}${words}`);
    },
    set: null,
  });

export const setCustomerStatus = (ctx: Ctx, { ids, status }: Parsed<typeof customerSetStatus>) =>
  eachRecord<CustomerFields, CustomerTarget>(ctx, customerRegister, ids, {
    load: loadCustomerTargets(ctx),
    ...toStatus(customerRegister, enableStatus, status),
  });
