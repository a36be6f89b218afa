import { vehiclePaper } from '@tongda/contract/enums/resource';
import {
  type Certificate,
  type CertificateKind,
  type Certificates,
  certificateKinds,
  certificates as certificateSchema,
} from '@tongda/contract/vehicle/certificate';
import { sql, type Transaction } from 'kysely';
import type { Change } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';

type Trx = Transaction<DB>;

/** The papers of a vehicle as its form holds them; those that nobody filled in are blank. */
export async function certificatesOf(trx: Trx, vehicleId: string): Promise<Certificates> {
  const rows = await trx
    .selectFrom('vehicle_certificate')
    .select(['doc_type as kind', 'doc_no as docNo', 'issuer', 'start_date as startDate', 'end_date as endDate'])
    .select([sql<number | null>`amount_fen::float8 / 100`.as('amountYuan'), 'remind_days as remindDays'])
    .where('vehicle_id', '=', vehicleId)
    .execute();
  const byKind = new Map(rows.map(({ kind, ...paper }) => [kind, paper]));
  return certificateSchema.parse(Object.fromEntries(certificateKinds.map((kind) => [kind, byKind.get(kind) ?? {}])));
}

/** Keeps the papers of a vehicle as given and answers what changed, in words; undefined leaves them as they are. */
export async function writeCertificates(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  given: Certificates | undefined,
): Promise<Change[]> {
  if (!given) return [];
  const before = await certificatesOf(trx, vehicleId);
  const changes = certificateKinds.flatMap((kind): Change[] => {
    const [was, is] = [wordsOf(before[kind]), wordsOf(given[kind])];
    return was === is
      ? []
      : [{ field: `certificates.${kind}`, label: vehiclePaper.label(kind), before: was, after: is }];
  });
  if (changes.length === 0) return changes;
  await trx.deleteFrom('vehicle_certificate').where('vehicle_id', '=', vehicleId).execute();
  const rows = certificateKinds.filter((kind) => wordsOf(given[kind]) !== '').map((kind) => rowOf(kind, given[kind]));
  if (rows.length > 0)
    await trx
      .insertInto('vehicle_certificate')
      .values(rows.map((row) => ({ ...row, client_id: ctx.clientId, vehicle_id: vehicleId })))
      .execute();
  return changes;
}

const rowOf = (kind: CertificateKind, paper: Certificate) => ({
  doc_type: kind,
  doc_no: paper.docNo ?? null,
  issuer: paper.issuer,
  start_date: paper.startDate,
  end_date: paper.endDate ?? null,
  amount_fen: typeof paper.amountYuan === 'number' ? Math.round(paper.amountYuan * 100) : null,
  remind_days: paper.remindDays,
});

const usualDays = 30;
/** `平安财险 PDAA2026 2026-01-01起 2026-12-31止 3200元 提前60天提醒`; empty for a paper of which nothing is kept. */
function wordsOf({ docNo, issuer, startDate, endDate, amountYuan, remindDays }: Certificate): string {
  const parts = [
    issuer,
    docNo,
    startDate && `${startDate}起`,
    endDate && `${endDate}止`,
    typeof amountYuan === 'number' ? `${amountYuan}元` : null,
    remindDays === usualDays ? null : `提前${remindDays}天提醒`,
  ];
  return parts.filter(Boolean).join(' ');
}
