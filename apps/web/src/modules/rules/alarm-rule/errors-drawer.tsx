import { ruleErrors } from '@tongda/contract/rules/alarm-rule/calls';
import { Button, Drawer } from 'antd';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { Pager } from '../../../kit/list/pager';
import { formatNumber } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { ErrorState, Loading } from '../../../kit/show/states';

const sizes = [15, 30, 60];

/** 计算异常: shown only when a detector failed on a vehicle: its points are stored, alarms of that kind may be missing. */
export function ErrorsButton() {
  const [open, setOpen] = useState(false);
  const answer = useAsk(ruleErrors, { page: 1, size: 1 }, { staleTime: 60_000 });
  const total = answer.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <>
      <Button danger icon={<TriangleAlert />} onClick={() => setOpen(true)}>
        计算异常 {total}
      </Button>
      {open ? <ErrorsDrawer close={() => setOpen(false)} /> : null}
    </>
  );
}

function ErrorsDrawer({ close }: { close: () => void }) {
  const [[page, size], setPage] = useState<[number, number]>([1, 15]);
  const answer = useAsk(ruleErrors, { page, size });
  return (
    <Drawer open title="计算异常" size={720} onClose={close}>
      <p className="td-cap rules-alarm-rule-note">
        以下车辆的计算出过错误：定位数据已完整保存，但相应的报警或统计可能缺失。请把错误内容转给平台运维；修复后重算会自动补上。
      </p>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {answer.data ? (
        <>
          <table className="rules-alarm-rule-table">
            <thead>
              <tr>
                <th>车牌号</th>
                <th>计算</th>
                <th className="num">次数</th>
                <th>最近一次</th>
                <th>错误</th>
              </tr>
            </thead>
            <tbody>
              {answer.data.list.map((e) => (
                <tr key={`${e.vehicleId} ${e.kind}`}>
                  <td>{dottedPlate(e.plateNo)}</td>
                  <td>{e.kindName}</td>
                  <td className="num">{formatNumber(e.errors)}</td>
                  <td className="clock">{e.lastTime}</td>
                  <td className="mono">{e.lastError}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager page={page} size={size} sizes={sizes} total={answer.data.total} change={(p, s) => setPage([p, s])} />
        </>
      ) : null}
    </Drawer>
  );
}
