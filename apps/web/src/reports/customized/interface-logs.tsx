import { forwardResend, forwardSwitch, forwardTest } from '@tongda/contract/rules/forwarding/calls';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { useRowAct } from '../../kit/call/use-row-act';
import { toast } from '../../kit/dialog/notify';
import { Can } from '../../kit/session/can';
import { copyText } from '../../kit/show/copy';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

const isGivenUp = ({ result }: AnyRow): boolean => String(result) === '2';

/** Sends again what was given up: the rows of each target in one call. Answers how many. */
async function resend(rows: readonly AnyRow[]): Promise<number> {
  const byTarget = new Map<string, string[]>();
  for (const { id, targetId } of rows) byTarget.set(String(targetId), [...(byTarget.get(String(targetId)) ?? []), id]);
  let count = 0;
  for (const [id, itemIds] of byTarget) count += (await call(forwardResend, { id, itemIds })).count;
  return count;
}

/** 详情 (what was sent) and 重推 of what was given up. */
export const useSendLog: UseReportExtras = (list) => {
  const [row, show] = useState<AnyRow | null>(null);
  const again = useRowAct(async (rows: readonly AnyRow[]) => resend(rows), {
    told: (rows) => `已重推 ${rows.length} 条，稍后刷新看结果`,
  });
  return {
    rowActions: (one) => [
      { label: '详情', run: () => show(one) },
      ...(isGivenUp(one) ? [{ label: '重推', can: forwardResend, run: () => again([one], list.refresh) }] : []),
    ],
    batch: (chosen) => {
      const dead = chosen.filter(isGivenUp);
      return (
        <Can do={forwardResend}>
          <Button size="small" disabled={dead.length === 0} onClick={() => void again(dead, list.refresh)}>
            批量重推 {dead.length}
          </Button>
        </Can>
      );
    },
    open: row ? (
      <Drawer open size={640} title={`${String(row.target)} ${String(row.plateNo)}`} onClose={() => show(null)}>
        <p className="td-cap">
          {String(row.address)}{' '}
          <Button size="small" onClick={() => void copyText(String(row.body))}>
            复制
          </Button>
        </p>
        <pre>{String(row.body)}</pre>
      </Drawer>
    ) : null,
  };
};

/** 暂停, 恢复 and 测试 of a subscription. */
export const useSubscribeLog: UseReportExtras = (list) => {
  const turn = useRowAct(
    async ({ id, enabled }: AnyRow) => call(forwardSwitch, { ids: [id], enabled: enabled === true ? 0 : 1 }),
    { told: ({ target, enabled }) => `${String(target)} ${enabled === true ? '已暂停' : '已恢复'}` },
  );
  const test = useRowAct(({ id }: AnyRow) => call(forwardTest, { id }), {
    done: (_row, { ok, msg }) => toast(ok ? 'success' : 'error', msg),
  });
  return {
    rowActions: (row) => [
      { label: row.enabled === true ? '暂停' : '恢复', can: forwardSwitch, run: () => turn(row, list.refresh) },
      { label: '测试', can: forwardTest, run: () => test(row) },
    ],
  };
};
