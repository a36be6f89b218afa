import { sourceWords } from '@tongda/contract/base/allowance/bounds';
import { quotaWords } from '@tongda/contract/base/allowance/quota';
import type { PushChoices } from '@tongda/contract/rules/push/calls';

/** 本月短信已发12条，当前会员“专业版”每月100条，剩余88条. */
export function smsWords({ used, ...bound }: PushChoices['sms']): string {
  const { most } = bound;
  const left =
    most === null
      ? '未设上限'
      : `${sourceWords(bound)}${quotaWords('smsPerMonth', most)}，剩余${Math.max(0, most - used)}条${used >= most ? '，短信余额不足，改发站内' : ''}`;
  return `本月短信已发${used}条，${left}`;
}
