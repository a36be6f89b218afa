import type { Parsed } from '@tongda/contract/core/endpoint';
import type { carrierLink } from '@tongda/contract/resources/carrier/calls';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { findCarrier } from './repo';

interface Company {
  id: string;
  name: string;
}

/** The company of a shared code; 4000 at `code` when there is none, or when it is the caller's own. */
async function findCompanyOfCode(trx: Trx, ctx: Ctx, code: string): Promise<Company> {
  const { rows } = await sql<Company>`select id::text as id, name from app_company_of(${code})`.execute(trx);
  const [company] = rows;
  if (!company) throw invalidField('code', `共享识别码${code}不存在，请向对方公司的管理员核对`);
  if (company.id === ctx.clientId) throw invalidField('code', '这是本公司的共享识别码，请填写承运商的');
  return company;
}

/** The name of the company of a shared code; 4000 when there is none, or when it is the caller's own. */
export const loadCompanyName = (ctx: Ctx, code: string): Promise<{ name: string }> =>
  ctx.db(async (trx) => ({ name: (await findCompanyOfCode(trx, ctx, code)).name }));

/** 关联公司: links a carrier to the company of a shared code; null removes the link. */
export function linkCarrier(ctx: Ctx, { id, version, code }: Parsed<typeof carrierLink>): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    const before = requireRow(await findCarrier(trx, ctx, id), '承运商');
    const company = code === null ? null : await findCompanyOfCode(trx, ctx, code);
    if (company) await refuseLinkedTwice(trx, ctx, id, company);
    const values = { linked_client_id: company?.id ?? null };
    const next = await updateRow(trx, ctx, 'carrier', { id, version, values });
    const change = {
      field: 'linkedName',
      label: '关联公司',
      before: before.linkedName ?? '',
      after: company?.name ?? '',
    };
    if (change.before !== change.after)
      await recordChanges(trx, ctx, [{ entity: 'carrier', entityId: id, action: '关联公司', changes: [change] }]);
    return { version: next };
  });
}

/** 4000 when another carrier is linked to the company already. */
async function refuseLinkedTwice(trx: Trx, ctx: Ctx, id: string, company: Company): Promise<void> {
  const other = await trx
    .selectFrom('carrier')
    .select('name')
    .where('client_id', '=', ctx.clientId)
    .where('linked_client_id', '=', company.id)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (other) throw invalidField('code', `${company.name}已关联承运商${other.name}`);
}
