import type { PushChoices } from '@tongda/contract/rules/push/calls';

/** 本月短信已发12条，剩余988条. */
export function smsWords({ used, most }: PushChoices['sms']): string {
  const left =
    most === null ? '未设上限' : `剩余${Math.max(0, most - used)}条${used >= most ? '，短信余额不足，改发站内' : ''}`;
  return `本月短信已发${used}条，${left}`;
}
