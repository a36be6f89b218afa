import { pushChannel, pushOccasion, pushResult } from '@tongda/contract/rules/push/enums';
import type { AlarmTrace } from '@tongda/contract/watch/alarm/calls';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { alarmTraces } from '../../watch/alarm/door';
import { listSendsOfAlarm } from './told';

/** Lines of an alarm's trace about the notices that the company's push settings sent. */
async function traceSends(trx: Trx, ctx: Ctx, alarmId: string): Promise<AlarmTrace[]> {
  const sends = await listSendsOfAlarm(trx, ctx, alarmId);
  return sends.map((send) => {
    const outcome = `${pushResult.label(send.status)}${send.cause ? `（${send.cause}）` : ''}`;
    const text = `${pushOccasion.label(send.occasion)} · ${pushChannel.label(send.channel)} ${send.address}`.trim();
    return {
      time: send.sendTime ?? send.createTime,
      what: 'told',
      who: send.receiver,
      text: `${text} ${outcome}`,
      remark: '',
      files: [],
    };
  });
}

alarmTraces.add(traceSends);
