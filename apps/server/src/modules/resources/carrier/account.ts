import { maxPartnerAccounts } from '@tongda/contract/company/user/partner-account';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { carrierAccountOpen, carrierAccounts } from '@tongda/contract/resources/carrier/account';
import { enableStatus } from '@tongda/contract/resources/enums';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import type { AccountDeps } from '../../base/identity/door';
import { listPartnerAccounts, openPartnerAccount } from '../../company/user/door';
import { findCarrier } from './repo';

/** 承运商账号 with masked phone numbers, newest last. */
export function listAccounts(ctx: Ctx, id: string): Promise<Output<typeof carrierAccounts>> {
  return ctx.db(async (trx) => {
    requireRow(await findCarrier(trx, ctx, id), '承运商');
    return listPartnerAccounts(trx, ctx, 'carrier', id);
  });
}

/** 开通账号: opens an account that sees the trips of the carrier; 4011 for a disabled carrier or beyond `maxPartnerAccounts`. */
export function openAccount(deps: AccountDeps, ctx: Ctx, { id, ...who }: Parsed<typeof carrierAccountOpen>) {
  return ctx.db(async (trx) => {
    const carrier = requireRow(await findCarrier(trx, ctx, id), '承运商');
    if (carrier.status !== enableStatus.enabled) throw blockedByRule(`承运商${carrier.name}已停用，不能开通账号`);
    if ((await listPartnerAccounts(trx, ctx, 'carrier', id)).length >= maxPartnerAccounts)
      throw blockedByRule(`承运商${carrier.name}已有${maxPartnerAccounts}个账号，请停用后改用原有账号`);
    const opened = await openPartnerAccount(trx, deps, ctx, { kind: 'carrier', of: id, orgId: null, ...who });
    await recordChanges(trx, ctx, [
      {
        entity: 'carrier',
        entityId: id,
        action: '开通账号',
        changes: [{ field: 'account', label: '账号', before: '', after: `${who.name}（${who.accountCode}）` }],
      },
    ]);
    return opened;
  });
}
