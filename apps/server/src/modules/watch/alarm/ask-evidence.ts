import { alarmNo } from '@tongda/contract/watch/alarm/words';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { listAlarms } from './repo';

/**
 * Asks the terminal of an alarm once more for the files that did not come: its requests are due now, and for three days as at first. 4004 when the caller may not read the alarm; refused
 * when nothing is missing, or when the terminal announced no files to this company.
 */
export async function askEvidenceAgain(ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    const [row] = await listAlarms(trx, ctx, { ids: [id], limit: 1, offset: 0 });
    const { vehicleId, values, filesAnnounced, fileCount } = requireRow(row, '报警');
    if (filesAnnounced <= fileCount) throw blockedByRule('终端声明的附件已全部收到，不需要再请求');
    const names = String(values.identifiers ?? '').split(',');
    const { numAffectedRows = 0n } = await sql`update evidence_request set asked = 0, next_at = now(), wanted_at = now()
        where client_id = ${ctx.clientId} and vehicle_id = ${vehicleId} and identifier = any(${names}::text[]) and done_at is null`.execute(
      trx,
    );
    if (numAffectedRows === 0n) throw blockedByRule('没有向终端请求过这条报警的附件，不能再次请求');
    await recordChanges(trx, ctx, [
      {
        entity: 'vehicle',
        entityId: vehicleId,
        action: '重新请求报警附件',
        changes: [{ field: 'evidence', label: '报警', before: '', after: alarmNo(id) }],
      },
    ]);
    return null;
  });
}
