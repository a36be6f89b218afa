import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import type { FieldMask } from '@tongda/contract/core/field/hidden-kinds';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { forbiddenError } from '../../../../core/http/errors';
import { offeredInterfaces } from '../catalogue';
import { loadInterfaceNames } from '../listed';

/** Whether the caller may himself do what a program does through this interface. */
const mayCall = (ctx: Ctx, key: string): boolean => {
  const access = offeredInterfaces.find((one) => one.key === key)?.endpoint.access;
  return typeof access !== 'object' || ctx.can(access);
};

/** Throws 4003 for interfaces that the caller could not call himself: nobody lets a program do what he may not (docs/decisions/133). */
export async function refuseInterfacesBeyond(trx: Trx, ctx: Ctx, keys: readonly string[]): Promise<void> {
  const beyond = [...new Set(keys)].filter((key) => !mayCall(ctx, key));
  if (beyond.length === 0) return;
  const names = await loadInterfaceNames(trx);
  const said = beyond.map((key) => `“${names.get(key) ?? key}”`).join('、');
  throw forbiddenError(`您没有接口${said}对应的权限，请由有此权限的管理员办理`);
}

/** The same for what is open for a program of the company, or was applied for; `appId` null: a new one, which has what the company's programs have all. */
export async function refuseProgramBeyond(trx: Trx, ctx: Ctx, appId: string | null): Promise<void> {
  const rows = await trx
    .selectFrom('interface_apply')
    .select('interface_key')
    .where('client_id', '=', ctx.clientId)
    .where('status', 'in', [interfaceApplyStatus.review, interfaceApplyStatus.opened])
    .where((eb) => eb.or([eb('app_id', 'is', null), ...(appId === null ? [] : [eb('app_id', '=', appId)])]))
    .execute();
  await refuseInterfacesBeyond(
    trx,
    ctx,
    rows.map((row) => row.interface_key),
  );
}

/** What a program hides once the caller changed it: what it hid, and what he does not see. */
export const hiddenTogether = (ctx: Ctx, before: readonly FieldMask[]): FieldMask[] =>
  [...new Set([...before, ...ctx.rights.masks])].sort();
