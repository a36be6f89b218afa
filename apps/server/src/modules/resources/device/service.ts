import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { deviceAdd } from '@tongda/contract/resources/device/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { visibleTerminals } from '../../base/org/door';
import { phoneKeyOf } from './register';

/**
 * Enters a terminal into the company's stock. The gateway recognizes a terminal by its number without leading zeros, so each number exists once in
 * the platform. 4000 at `terminalNo` when it is taken; for a terminal of the company the error names its vehicle.
 */
export async function enterDevice(trx: Trx, ctx: Ctx, input: Parsed<typeof deviceAdd>): Promise<{ id: string }> {
  const phoneKey = phoneKeyOf(input.terminalNo);
  const own = await trx
    .selectFrom('device as d')
    .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`))
    .leftJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .select(['v.plate_no as plate', sql<boolean>`${visibleTerminals(ctx, 'd')}`.as('seen')])
    .where('d.client_id', '=', ctx.clientId)
    .where((eb) => eb.or([eb('d.phone_key', '=', phoneKey), eb('d.terminal_no', '=', input.terminalNo)]))
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst();
  if (own && !own.seen) throw invalidField('terminalNo', `终端${input.terminalNo}已由本公司其他部门登记，请联系管理员`);
  if (own?.plate) throw invalidField('terminalNo', message('device.bound', { plate: own.plate }));
  if (own) throw invalidField('terminalNo', `终端${input.terminalNo}已登记，在库存中，可直接选择`);
  const added = await trx
    .insertInto('device')
    .values({
      client_id: ctx.clientId,
      terminal_no: input.terminalNo,
      phone_key: phoneKey,
      sim_no: input.simNo || null,
      model: input.model || null,
    })
    .onConflict((conflict) => conflict.column('phone_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw invalidField('terminalNo', `终端${input.terminalNo}已被其他企业登记，请核对编号或联系服务商`);
  return added;
}
