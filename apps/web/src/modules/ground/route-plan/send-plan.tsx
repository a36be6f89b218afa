import {
  type PlanDetail,
  type PlanRow,
  planDetail,
  planSend,
  sendWays,
} from '@tongda/contract/ground/route-plan/calls';
import { writeStatus } from '@tongda/contract/resources/enums';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { minuteText, none, shortTime } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import '../parts/stops.css';

const tones = {
  [writeStatus.waiting]: 'blue',
  [writeStatus.sent]: 'blue',
  [writeStatus.done]: 'green',
  [writeStatus.failed]: 'red',
  [writeStatus.unsupported]: 'red',
  [writeStatus.offline]: 'amber',
  [writeStatus.expired]: 'grey',
  [writeStatus.silent]: 'red',
};

/** State of the sending at the terminal; its tasks stand in 写卡设备 → 写入设备. */
export const SendResult = ({ status }: { status: number | null }) =>
  status === null ? '--' : <StateDot of={writeStatus} tones={tones} code={status} />;

type Way = keyof typeof sendWays;
interface Props {
  plan: Pick<PlanRow, 'id' | 'version' | 'planName' | 'plateNo' | 'driverName' | 'estimated'>;
  done: () => void;
  close: () => void;
}

/** 下发: how the plan goes to its driver's phone and the terminal of its vehicle. A way of straight legs is nothing to watch. */
export function SendDialog({ plan, done, close }: Props) {
  const [ways, setWays] = useState<Way[]>([
    ...(plan.driverName ? (['driver'] as const) : []),
    'text',
    ...(plan.estimated ? [] : (['line'] as const)),
  ]);
  return (
    <FormDialog
      endpoint={planSend}
      input={{ id: plan.id, version: plan.version, ways }}
      ready={ways.length > 0}
      fresh={newestOf(planDetail, { id: plan.id })}
      told={({ texts, line, driver }) => {
        const parts = [texts > 0 ? `${texts}条文本` : '', line ? '线路' : ''].filter(Boolean).join('和');
        const told = [driver ? `司机 ${driver} 的司机端` : '', parts ? `${plan.plateNo} 的终端（${parts}）` : ''];
        return `已下发到${told.filter(Boolean).join('和')}`;
      }}
      done={done}
      close={close}
      title={`下发“${plan.planName}”到 ${plan.plateNo || '车辆'}`}
      width={480}
      okText="下发"
    >
      <AtField name="ways">
        <Checkbox.Group className="ground-route-plan-ways" value={ways} onChange={(chosen) => setWays(chosen)}>
          <Checkbox value="driver" disabled={!plan.driverName}>
            {sendWays.driver}
            <span className="td-cap">
              {plan.driverName ? `${plan.driverName} 在手机上看到途经点和时刻，查看后有回执` : '车辆没有主驾司机'}
            </span>
          </Checkbox>
          <Checkbox value="text">
            终端{sendWays.text}
            <span className="td-cap">显示并播报途经点和时刻</span>
          </Checkbox>
          <Checkbox value="line" disabled={plan.estimated}>
            终端{sendWays.line}
            <span className="td-cap">
              {plan.estimated ? '里程是估算的，没有可写入的线路' : '写入规划线路，在计划时段内由终端判断偏离'}
            </span>
          </Checkbox>
        </Checkbox.Group>
      </AtField>
      <p className="td-cap">终端离线时，72小时内上线自动下发。下发后不能再修改。</p>
    </FormDialog>
  );
}

type Receipt = Pick<PlanRow, 'driverSentTime' | 'driverReadTime'>;
/** 司机查看: whether the driver looked at what went to his phone. */
export const ReadReceipt = ({ driverSentTime, driverReadTime }: Receipt) =>
  driverReadTime ? (
    <span title={`下发 ${driverSentTime ?? ''}，查看 ${driverReadTime}`}>已查看 {minuteText(driverReadTime)}</span>
  ) : driverSentTime ? (
    <span className="ground-route-plan-late">未查看</span>
  ) : (
    none
  );

/** 下发记录: each task with the terminal's answer. */
export function SendRecords({ plan }: { plan: PlanDetail }) {
  const { writes } = plan;
  if (writes.length === 0 && !plan.driverSentTime)
    return <p className="td-cap ground-route-plan-nothing">没有下发记录</p>;
  return (
    <table className="ground-parts-table">
      <thead>
        <tr>
          <th>任务号</th>
          <th>下发了什么</th>
          <th>结果</th>
          <th>终端应答</th>
          <th>下发时间</th>
          <th>更新时间</th>
        </tr>
      </thead>
      <tbody>
        {plan.driverSentTime ? (
          <tr>
            <td>{sendWays.driver}</td>
            <td className="ground-route-plan-summary">{plan.phoneDriver} 的司机端</td>
            <td>
              <ReadReceipt {...plan} />
            </td>
            <td>{none}</td>
            <td>{shortTime(plan.driverSentTime)}</td>
            <td>{plan.driverReadTime ? shortTime(plan.driverReadTime) : none}</td>
          </tr>
        ) : null}
        {writes.map((write) => (
          <tr key={write.taskNo}>
            <td>{write.taskNo}</td>
            <td className="ground-route-plan-summary" title={write.summary}>
              {write.summary}
            </td>
            <td>
              <SendResult status={write.status} />
            </td>
            <td>{write.answer || none}</td>
            <td>{shortTime(write.createTime)}</td>
            <td>{shortTime(write.updateTime)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
