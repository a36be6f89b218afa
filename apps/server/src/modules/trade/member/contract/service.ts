import { randomUUID } from 'node:crypto';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { creditCodeFits } from '@tongda/contract/core/field/identity-numbers';
import type { AuditDetail } from '@tongda/contract/trade/member/audit';
import { companyAuthStatus, contractStatus, memberStatus } from '@tongda/contract/trade/member/enums';
import type {
  afterSignContract,
  contractPageRequest,
  MemberContract,
  queryAuthResult,
} from '@tongda/contract/trade/member/pay';
import { storedTicket } from '@tongda/contract/trade/member/ticket';
import { type Selectable, sql } from 'kysely';
import type { BlobStore } from '../../../../core/blob/store';
import type { Trx } from '../../../../core/db/trx';
import type { MemberContract as ContractRow, MemberOrder } from '../../../../core/generated/db-types';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, illegalTransition, invalidField, notFound } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { findLastTicket } from '../invoice';
import { entity, findStoredOrder } from '../order-repo';
import { findPayee } from '../payment';
import { type SignProvider, writeContract } from './sign';
import { type Agreed, clausesOf, contractTitle } from './terms';

export interface ContractDeps {
  signing: SignProvider;
  blobs: BlobStore;
  /** the operator's name: party B where no account to pay to says who it is */
  platformName: string;
}
type Order = Selectable<MemberOrder>;
type Contract = Selectable<ContractRow>;

/** Who the caller's company is, and whether that was checked. */
export function readAuth(ctx: Ctx): Promise<Auth> {
  return ctx.db(async (trx) => {
    const known = await findAuth(trx, ctx);
    const ticket = known.creditCode === '' ? await findLastTicket(trx, ctx) : null;
    // not asked for yet: what its invoices say is a beginning
    return ticket && creditCodeFits(ticket.taxNo)
      ? { ...known, companyName: ticket.title, creditCode: ticket.taxNo }
      : known;
  });
}

type Auth = Output<typeof queryAuthResult>;
const findAuth = async (trx: Trx, ctx: Ctx): Promise<Auth> =>
  (await loadAuth(trx, ctx.clientId)) ?? {
    ...{ authStatus: companyAuthStatus.none, companyName: ctx.clientName, creditCode: '', legalPerson: '' },
  };

/** What a company said of itself, and whether that was checked; null: nothing yet. */
async function loadAuth(trx: Trx, clientId: string): Promise<Auth | null> {
  const row = await trx.selectFrom('company_auth').selectAll().where('client_id', '=', clientId).executeTakeFirst();
  if (!row) return null;
  return {
    authStatus: companyAuthStatus.codes.find((code) => code === row.status) ?? companyAuthStatus.none,
    companyName: row.company_name,
    creditCode: row.credit_code,
    legalPerson: row.legal_person,
  };
}

/** What staff who pass an order confirm: who its company says it is, and the contract that it signed. */
export async function loadToConfirm(
  trx: Trx,
  { id, clientId }: { id: string; clientId: string },
  timeZone: string,
): Promise<{ company: Auth | null; contract: AuditDetail['contract'] }> {
  const row = await findContract(trx, { id });
  return {
    company: await loadAuth(trx, clientId),
    contract:
      row?.signed_at == null
        ? null
        : {
            contractNo: row.contract_no,
            signer: row.signer,
            signTime: wireTime(row.signed_at, timeZone),
            evidence: row.evidence,
          },
  };
}

const openStates: readonly number[] = [
  memberStatus.toPay,
  memberStatus.toPayOffline,
  memberStatus.toReview,
  memberStatus.toReviewOffline,
];

/** The contract of an order: made by the first request, with the company's facts when they are not known yet. */
export async function requestContract(
  deps: ContractDeps,
  ctx: Ctx,
  input: Parsed<typeof contractPageRequest>,
): Promise<MemberContract> {
  const { of, contract } = await ctx.db(async (trx) => {
    const order = await findOrder(trx, ctx, input.orderNo, true);
    const known = await findContract(trx, order);
    if (!known && !openStates.includes(order.status)) throw illegalTransition('订单当前状态不能签署合同');
    // what was signed names who signed it
    if (known?.status !== contractStatus.signed) await keepAuth(trx, ctx, order, input);
    const row = known ?? (await insertContract(trx, ctx, order, deps.platformName));
    return { contract: row, of: await agreedOf(trx, ctx, order, row) };
  });
  const signUrl = contract.status === contractStatus.signed ? null : await deps.signing.pageOf(of);
  return shownOf(ctx, of, contract, signUrl);
}

async function findOrder(trx: Trx, ctx: Ctx, orderNo: string, lock = false): Promise<Order> {
  const found = findStoredOrder(trx, ctx, orderNo);
  const order = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!order) throw notFound('会员订单');
  return order;
}
const findContract = (trx: Trx, { id }: Pick<Order, 'id'>): Promise<Contract | undefined> =>
  trx.selectFrom('member_contract').selectAll().where('order_id', '=', id).executeTakeFirst();

/**
 * 企业认证: credit code and legal person are asked for once, and may be corrected until they are checked. A right check digit proves nothing: they are 认证中 until
 * staff pass an order whose contract was signed with them (`approveOrder`).
 */
async function keepAuth(trx: Trx, ctx: Ctx, order: Order, input: Parsed<typeof contractPageRequest>): Promise<void> {
  const { authStatus, creditCode, legalPerson } = await findAuth(trx, ctx);
  if (authStatus === companyAuthStatus.done) return;
  const given = input.creditCode !== undefined || input.legalPerson !== undefined;
  const same = input.creditCode === creditCode && input.legalPerson === legalPerson;
  if (authStatus === companyAuthStatus.underWay && (!given || same)) return;
  if (!input.creditCode) throw invalidField('creditCode', '首次签署请输入统一社会信用代码');
  if (!input.legalPerson) throw invalidField('legalPerson', '首次签署请输入法定代表人');
  // by the clock that also says when a contract was signed: one of before does not name what is written now
  await sql`insert into company_auth (client_id, status, company_name, credit_code, legal_person, updated_at)
    values (${ctx.clientId}, ${companyAuthStatus.underWay}, ${registeredName(ctx, order, input.creditCode)}, ${input.creditCode}, ${input.legalPerson}, ${new Date()})
    on conflict (client_id) do update set status = excluded.status, company_name = excluded.company_name, credit_code = excluded.credit_code,
      legal_person = excluded.legal_person, updated_at = excluded.updated_at`.execute(trx);
}

/** The name of the company as it is registered: that of the order's invoice, when it is for the same number, or what the platform calls it. */
function registeredName(ctx: Ctx, order: Order, creditCode: string): string {
  const ticket = storedTicket.nullable().safeParse(order.ticket).data;
  return ticket?.taxNo === creditCode ? ticket.title : ctx.clientName;
}

async function insertContract(trx: Trx, ctx: Ctx, order: Order, platformName: string): Promise<Contract> {
  const { companyName } = await findAuth(trx, ctx);
  // the money goes to who concludes the contract
  const payee = await findPayee(trx, { clientId: order.client_id, payType: null });
  const row = await trx
    .insertInto('member_contract')
    .values({
      client_id: ctx.clientId,
      order_id: order.id,
      contract_no: `HT${order.order_no.slice(2)}`,
      party_a: companyName,
      party_b: payee?.accountName ?? platformName,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChanges(trx, ctx, [{ entity, entityId: order.id, action: `生成合同${row.contract_no}` }]);
  return row;
}

async function agreedOf(trx: Trx, ctx: Ctx, order: Order, contract: Contract): Promise<Agreed> {
  const { creditCode, legalPerson } = await findAuth(trx, ctx);
  const lines = await trx
    .selectFrom('member_order_item')
    .select(['terminal_no', 'plate_no', 'months'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
  return {
    contractNo: contract.contract_no,
    orderNo: order.order_no,
    partyA: contract.party_a,
    partyB: contract.party_b,
    creditCode,
    legalPerson,
    planName: order.plan_name,
    deviceCount: order.device_count,
    payFen: order.pay_fen,
    lines: lines.map((line) => ({ terminalNo: line.terminal_no, plateNo: line.plate_no, months: line.months })),
  };
}

const shownOf = (ctx: Ctx, of: Agreed, contract: Contract, signUrl: string | null): MemberContract => ({
  contractNo: of.contractNo,
  contractStatus: contract.status === contractStatus.signed ? contractStatus.signed : contractStatus.toSign,
  signUrl,
  title: contractTitle,
  partyA: of.partyA,
  partyB: of.partyB,
  clauses: clausesOf(of),
  signer: contract.signer,
  signTime: contract.signed_at === null ? null : wireTime(contract.signed_at, ctx.timeZone),
  evidence: contract.evidence,
});

/** Signs a contract, once. The file is written before the row, so that a signed contract always has its file. */
export async function signContract(
  deps: ContractDeps,
  ctx: Ctx,
  { orderNo, signer }: Parsed<typeof afterSignContract>,
): Promise<MemberContract> {
  const { of, order } = await ctx.db(async (trx) => {
    const found = await findOrder(trx, ctx, orderNo);
    const contract = await findContract(trx, found);
    if (!contract) throw blockedByRule('请先生成合同');
    if (contract.status === contractStatus.signed) throw illegalTransition('合同已签署');
    if (!openStates.includes(found.status)) throw illegalTransition('订单当前状态不能签署合同');
    return { order: found, of: await agreedOf(trx, ctx, found, contract) };
  });
  const now = Date.now();
  const { pdf, evidence } = await deps.signing.sign(of, { signer, time: wireTime(now, ctx.timeZone), ip: ctx.ip });
  const key = `${ctx.clientId}/contracts/${randomUUID()}`;
  await deps.blobs.put(key, pdf);
  const signed = await ctx.db(async (trx) => {
    const row = await trx
      .updateTable('member_contract')
      .set({
        status: contractStatus.signed,
        signer,
        signed_at: new Date(now),
        signed_ip: ctx.ip,
        blob_key: key,
        evidence,
      })
      .where('order_id', '=', order.id)
      .where('status', '=', contractStatus.toSign)
      .returningAll()
      .executeTakeFirst();
    if (row)
      await recordChanges(trx, ctx, [
        { entity, entityId: order.id, action: `签署合同${row.contract_no}，签署人${signer}` },
      ]);
    return row;
  });
  if (!signed) {
    // somebody else was faster
    await deps.blobs.remove(key);
    throw illegalTransition('合同已签署');
  }
  return shownOf(ctx, of, signed, null);
}

/** The signed file of any company's order, for the provider. */
export async function readSignedContract(
  blobs: BlobStore,
  ctx: Ctx,
  orderNo: string,
): Promise<{ name: string; stream: NodeJS.ReadableStream }> {
  const found = await ctx.db((trx) =>
    trx
      .selectFrom('member_contract as c')
      .innerJoin('member_order as o', 'o.id', 'c.order_id')
      .select(['c.contract_no as contractNo', 'c.blob_key as key'])
      .where('o.order_no', '=', orderNo)
      .executeTakeFirst(),
  );
  if (found?.key == null) throw notFound('已签合同');
  const blob = await blobs.get(found.key);
  if (!blob) throw notFound('合同文件');
  return { name: `${found.contractNo}.pdf`, stream: blob.stream };
}

/** The signed file, or what is to be signed, marked as such on each page. */
export async function readContractFile(
  { blobs }: ContractDeps,
  ctx: Ctx,
  orderNo: string,
): Promise<{ name: string; bytes: Buffer | NodeJS.ReadableStream }> {
  const { of, contract } = await ctx.db(async (trx) => {
    const order = await findOrder(trx, ctx, orderNo);
    const row = await findContract(trx, order);
    if (!row) throw notFound('合同');
    return { contract: row, of: await agreedOf(trx, ctx, order, row) };
  });
  if (contract.blob_key === null) return { name: `${of.contractNo}未签署.pdf`, bytes: await writeContract(of, null) };
  const blob = await blobs.get(contract.blob_key);
  if (!blob) throw notFound('合同文件');
  return { name: `${of.contractNo}.pdf`, bytes: blob.stream };
}
