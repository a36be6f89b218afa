import { vehiclePaper } from '@tongda/contract/resources/enums';
import {
  type Certificate,
  type CertificateKind,
  type Certificates,
  certificateKinds,
  certificates as certificateSchema,
} from '@tongda/contract/resources/vehicle/certificate';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { type Change, changesBetween } from '../../../../core/record/audit';

/** The papers of vehicles as the form has them, by id; papers that nobody filled in are blank. */
export async function loadCertificatesOfMany(trx: Trx, ids: readonly string[]): Promise<Map<string, Certificates>> {
  const rows = await trx
    .selectFrom('vehicle_certificate')
    .select(['vehicle_id as vehicleId', 'doc_type as kind', 'doc_no as docNo', 'issuer', 'start_date as startDate'])
    .select(['end_date as endDate', sql<number | null>`amount_fen::float8 / 100`.as('amountYuan')])
    .select('remind_days as remindDays')
    .where(sql<boolean>`vehicle_id = any(${[...ids]}::bigint[])`)
    .execute();
  const byVehicle = new Map<string, Map<string, object>>(ids.map((id) => [id, new Map()]));
  for (const { vehicleId, kind, ...paper } of rows) byVehicle.get(vehicleId)?.set(kind, paper);
  return new Map(
    [...byVehicle].map(([id, papers]) => [id, papers.size > 0 ? parseCertificates(papers) : blankCertificates]),
  );
}
const parseCertificates = (papers: ReadonlyMap<string, object>): Certificates =>
  certificateSchema.parse(Object.fromEntries(certificateKinds.map((kind) => [kind, papers.get(kind) ?? {}])));
export const blankCertificates = parseCertificates(new Map());

export const loadCertificates = async (trx: Trx, vehicleId: string): Promise<Certificates> =>
  (await loadCertificatesOfMany(trx, [vehicleId])).get(vehicleId) ?? blankCertificates;

/** Replaces all papers of vehicles. */
export async function replaceCertificates(
  trx: Trx,
  ctx: Ctx,
  given: ReadonlyArray<{ id: string; papers: Certificates }>,
): Promise<void> {
  const ids = given.map(({ id }) => id);
  await sql`delete from vehicle_certificate where vehicle_id = any(${ids}::bigint[])`.execute(trx);
  const rows = given.flatMap(({ id, papers }) =>
    certificateKinds
      .filter((kind) => describeCertificate(papers[kind]) !== '')
      .map((kind) => ({ ...rowOf(kind, papers[kind]), client_id: ctx.clientId, vehicle_id: id })),
  );
  for (let at = 0; at < rows.length; at += 200)
    await trx
      .insertInto('vehicle_certificate')
      .values(rows.slice(at, at + 200))
      .execute();
}

/** Papers in words, by field of the change history. */
export const describeCertificates = (papers: Certificates): Record<string, string> =>
  Object.fromEntries(certificateKinds.map((kind) => [`certificates.${kind}`, describeCertificate(papers[kind])]));
export const certificateLabels: Readonly<Record<string, string>> = Object.fromEntries(
  certificateKinds.map((kind) => [`certificates.${kind}`, vehiclePaper.label(kind)]),
);

/** Stores the papers of a vehicle and answers the changes for the history; undefined leaves them as they are. */
export async function writeCertificates(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  given: Certificates | undefined,
): Promise<Change[]> {
  if (!given) return [];
  const before = await loadCertificates(trx, vehicleId);
  const changes = changesBetween(describeCertificates(before), describeCertificates(given), certificateLabels);
  if (changes.length === 0) return changes;
  await replaceCertificates(trx, ctx, [{ id: vehicleId, papers: given }]);
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
/** A paper in words: `平安财险 PDAA2026 2026-01-01起 2026-12-31止 3200元 提前60天提醒`; empty for a blank paper. */
function describeCertificate({ docNo, issuer, startDate, endDate, amountYuan, remindDays }: Certificate): string {
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
