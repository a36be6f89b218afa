import { minuteMs } from '@tongda/contract/core/durations';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { auditStatus } from '@tongda/contract/transport/enums';
import type {
  ReceiptDetail,
  ReceiptLine,
  receiptAudit,
  receiptSave,
  receiptSend,
} from '@tongda/contract/transport/receipt/calls';
import { type ReceiptVerb, receiptRefusal } from '@tongda/contract/transport/receipt/stage';
import { receiptStatus } from '@tongda/contract/transport/waybill/enums';
import { receiptAuditMachine, receiptMachine } from '@tongda/contract/transport/waybill/status';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, invalidField } from '../../../core/http/errors';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles, refuseForeignFiles } from '../../base/file/door';
import { listProbes, readVisible } from '../../watch/track/door';
import { conflictOf, itemsOf, logSteps, stepsOf } from '../order/door';
import { findReceipt, type LockedReceipt, lockReceipts } from './repo';

/** One receipt document with its pictures, the goods, the temperatures at the handover, and its steps. */
export async function loadReceipt(trx: Trx, ctx: Ctx, secrets: Secrets, orderCode: string): Promise<ReceiptDetail> {
  const receipt = requireRow(await findReceipt(trx, ctx, orderCode), '回单');
  const { orderId, vehicleId, signedMs, fileIds, signLng, signLat, receiveLng, receiveLat, ...row } = receipt;
  const files = await listShownFiles(trx, ctx, secrets, fileIds);
  const items = await itemsOf(trx, ctx, [orderId]);
  const steps = await stepsOf(trx, ctx, 'receipt', row.receiptNo);
  return {
    ...row,
    pages: fileIds.flatMap((id) => files.get(id) ?? []),
    sign: signLng === null || signLat === null ? null : { lng: signLng, lat: signLat },
    receive: receiveLng === null || receiveLat === null ? null : { lng: receiveLng, lat: receiveLat },
    handover: vehicleId === null || signedMs === null ? [] : await loadHandover(trx, ctx, vehicleId, signedMs),
    items: items.map(({ lineNo, cargoName, packUnit, pieces, weightKg, volumeM3 }) => ({
      lineNo,
      cargoName,
      packUnit,
      pieces,
      weightKg,
      volumeM3,
    })),
    log: steps,
  };
}

/** Minutes before the signature within which a reading still tells the temperature at the handover. */
const handoverMin = 10;

async function loadHandover(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  signedMs: number,
): Promise<ReceiptDetail['handover']> {
  try {
    const range = { vehicleId, from: signedMs - handoverMin * minuteMs, to: signedMs };
    const last = (await readVisible(trx, ctx, range, 'temperature')).findLast((point) =>
      point.tempC.some((t) => t !== null),
    );
    if (!last) return [];
    const probes = (await listProbes(trx, vehicleId)).filter(({ kind }) => kind === 'tem');
    return last.tempC.flatMap((tempC, i) => {
      const name = probes.find(({ channel }) => channel === i + 1)?.name;
      return tempC === null || name === undefined ? [] : [{ name, tempC: Math.round(tempC * 10) / 10 }];
    });
  } catch (error) {
    // the reader may see the receipt document, but not the data of this truck
    if (error instanceof AppError && error.code === codes.notFound) return [];
    throw error;
  }
}

const refuseReceiptStep = (verb: ReceiptVerb, receipt: LockedReceipt): void => {
  const reason = receiptRefusal(verb, receipt);
  if (reason !== null)
    throw new AppError(codes.illegalTransition, reason, { from: receipt.receiptStatus, to: receiptStatus.uploaded });
};

/** 上传回单: saves the pictures, and the signature as the paper shows it. */
export function saveReceipt(ctx: Ctx, input: Parsed<typeof receiptSave>) {
  return ctx.db(async (trx) => {
    const receipt = requireRow((await lockReceipts(trx, ctx, [input.orderCode]))[0], '回单');
    if (receipt.version !== input.version) throw await conflictOf(trx, ctx, 'receipt', receipt.receiptNo);
    refuseReceiptStep('upload', receipt);
    const detail = requireRow(await findReceipt(trx, ctx, input.orderCode), '回单');
    if (input.signPieces + input.rejectPieces !== detail.deliveredPieces)
      throw invalidField(
        'signPieces',
        `实签${input.signPieces}件加拒收${input.rejectPieces}件，应等于送达${detail.deliveredPieces}件`,
      );
    const signedAt = await parseSignTime(trx, ctx, input.signTime, detail.departTime);
    await checkPages(trx, ctx, receipt, input.pages);
    await sql`update customer_order set signer = ${input.signer}, signed_at = ${signedAt}, sign_pieces = ${input.signPieces},
        reject_pieces = ${input.rejectPieces}, reject_reason = ${input.rejectReason}, updated_at = now(), updated_by = ${ctx.userId},
        version = version + 1 where id = ${receipt.orderId} and client_id = ${ctx.clientId}`.execute(trx);
    await trx
      .updateTable('receipt')
      .set({
        file_ids: input.pages,
        remark: input.remark,
        receipt_status: receiptStatus.uploaded,
        audit_status: auditStatus.pending,
        uploaded_by: ctx.userName,
        uploaded_at: sql<Date>`now()`,
        version: input.version + 1,
        updated_by: ctx.userId,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', receipt.id)
      .execute();
    const remark = `${input.pages.length}张，${input.signer}签收${input.signPieces}件${input.rejectPieces > 0 ? `，拒收${input.rejectPieces}件` : ''}`;
    await logSteps(trx, ctx, [
      {
        objType: 'receipt',
        objCode: receipt.receiptNo,
        action: '上传',
        from: receipt.receiptStatus,
        to: receiptStatus.uploaded,
        remark,
      },
      { objType: 'customerOrder', objCode: input.orderCode, action: '上传回单', remark },
    ]);
    return { orderCode: input.orderCode, version: input.version + 1 };
  });
}

async function parseSignTime(trx: Trx, ctx: Ctx, wire: string, departTime: string | null): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${instantSql(wire, ctx.timeZone)} as at`.execute(trx);
  const at = new Date(rows[0]?.at ?? Number.NaN);
  if (Number.isNaN(at.getTime())) throw invalidField('signTime', '签收时间不存在');
  if (at.getTime() > Date.now() + 5 * minuteMs) throw invalidField('signTime', '签收时间不能晚于当前时间');
  if (departTime !== null && wire < departTime) throw invalidField('signTime', `签收时间不能早于发车时间${departTime}`);
  return at;
}

/** 4000 unless every page is a picture or PDF, and every new one the uploader's own file. */
async function checkPages(trx: Trx, ctx: Ctx, receipt: LockedReceipt, pages: readonly string[]): Promise<void> {
  if (new Set(pages).size < pages.length) throw invalidField('pages', '回单图片重复');
  const added = pages.filter((id) => !receipt.fileIds.includes(id));
  await refuseForeignFiles(trx, ctx, added, 'pages');
  if (added.length === 0) return;
  const other = await trx
    .selectFrom('file')
    .select('file_name')
    .where('id', 'in', added)
    .where('mime', 'not in', ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
    .executeTakeFirst();
  if (other) throw invalidField('pages', `${other.file_name}不是图片或PDF`);
}

type Change = Record<string, RawBuilder<unknown> | string | number | null>;

/** Takes one step of many receipt documents: those that allow it are changed, the others are answered with the reason. */
async function stepManyReceipts(
  ctx: Ctx,
  orderCodes: readonly string[],
  verb: Exclude<ReceiptVerb, 'upload'>,
  { set, remark }: { set: Change; remark?: string },
): Promise<ReceiptLine[]> {
  return ctx.db(async (trx) => {
    const chosen = [...new Set(orderCodes)];
    const receipts = await lockReceipts(trx, ctx, chosen);
    const lines = chosen.map((orderCode): ReceiptLine => {
      const receipt = receipts.find((one) => one.orderCode === orderCode);
      const msg = receipt ? receiptRefusal(verb, receipt) : '回单不存在或无权查看';
      return { orderCode, ok: msg === null, msg: msg ?? '' };
    });
    const ready = receipts.filter(({ orderCode }) => lines.some((line) => line.ok && line.orderCode === orderCode));
    if (ready.length === 0) return lines;
    const audits = verb === 'pass' || verb === 'reject';
    const to = audits ? null : receiptMachine.to(verb);
    await trx
      .updateTable('receipt')
      .set({
        ...set,
        ...(to === null ? {} : { receipt_status: to }),
        ...(audits ? { audit_status: receiptAuditMachine.to(verb) ?? auditStatus.pending } : {}),
        version: sql<number>`version + 1`,
        updated_by: ctx.userId,
        updated_at: sql<Date>`now()`,
      })
      .where(
        'id',
        'in',
        ready.map(({ id }) => id),
      )
      .execute();
    const action = audits ? receiptAuditMachine.label(verb) : receiptMachine.label(verb);
    await logSteps(
      trx,
      ctx,
      ready.flatMap((receipt) => [
        {
          objType: 'receipt' as const,
          objCode: receipt.receiptNo,
          action,
          from: receipt.receiptStatus,
          to: to ?? receipt.receiptStatus,
          remark,
        },
        { objType: 'customerOrder' as const, objCode: receipt.orderCode, action: `回单${action}`, remark },
      ]),
    );
    return lines;
  });
}

export const auditReceipts = (ctx: Ctx, { orderCodes, pass, reason }: Parsed<typeof receiptAudit>) =>
  stepManyReceipts(ctx, orderCodes, pass ? 'pass' : 'reject', {
    set: { audited_by: ctx.userName, audited_at: sql`now()`, audit_remark: pass ? null : reason },
    remark: pass ? undefined : (reason ?? undefined),
  });
export const recoverReceipts = (ctx: Ctx, orderCodes: string[]) =>
  stepManyReceipts(ctx, orderCodes, 'recover', { set: { recovered_at: sql`now()` } });
export const sendReceipts = (ctx: Ctx, input: Parsed<typeof receiptSend>) =>
  stepManyReceipts(ctx, input.orderCodes, 'send', {
    set: {
      express_company: input.expressCompany,
      express_no: input.expressNo,
      sent_at: input.sendTime ? instantSql(input.sendTime, ctx.timeZone) : sql`now()`,
    },
    remark: `${input.expressCompany} ${input.expressNo}`,
  });
export const receiveReceipts = (ctx: Ctx, orderCodes: string[]) =>
  stepManyReceipts(ctx, orderCodes, 'receive', { set: { received_at: sql`now()` } });
export const returnReceipts = (ctx: Ctx, orderCodes: string[]) =>
  stepManyReceipts(ctx, orderCodes, 'returnClient', { set: { returned_at: sql`now()` } });
