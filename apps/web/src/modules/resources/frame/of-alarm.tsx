import type { Output } from '@tongda/contract/core/endpoint';
import { alarmFrame } from '@tongda/contract/resources/frame/of-alarm';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Asked } from '../../../kit/detail/asked';
import { useCan } from '../../../kit/session/can';
import { formatDuration } from '../../../kit/show/format';
import { FrameView } from './fields';
import './styles.css';

/** 整帧报文: the frame with which an alarm began, field by field. */
export function AlarmFrameButton({ alarmId }: { alarmId: string }) {
  const [open, setOpen] = useState(false);
  if (!useCan(alarmFrame)) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        查看整帧报文
      </Button>
      {open ? (
        <Drawer open size={760} title="报警的整帧报文" onClose={() => setOpen(false)}>
          <Asked of={alarmFrame} input={{ id: alarmId }}>
            {(answer) => <OfAlarm answer={answer} />}
          </Asked>
        </Drawer>
      ) : null}
    </>
  );
}

type Answer = Output<typeof alarmFrame>;

function OfAlarm({ answer: { kept, keepMonths } }: { answer: Answer }) {
  if (!kept)
    return (
      <div className="td-cap">
        <p>
          这条报警的整帧报文没有保留。整帧报文在报警被发现时由网关存下，与报警一同保留；报警被发现时网关已不记得那一帧的（历史数据的补传、服务重启之前的数据、终端一帧内容过长），以及版本升级之前的报警，没有整帧报文。
        </p>
        <p>报警详情里的上报数据、报警标志、状态位和其他附加项取自轨迹，保留 {keepMonths} 个月。</p>
      </div>
    );
  return (
    <>
      <p className="td-cap">
        {whichReport(kept)}，通讯时间 {kept.receiveTime}，终端编号 {kept.terminalNo || '--'}
        。与报警一同保留；鉴权码、开锁码、密码和证件号码以星号代替。
      </p>
      <FrameView frame={kept.frame} group={kept.point === null ? undefined : `位置 ${kept.point}`} />
    </>
  );
}

/** Which report the frame is of. */
function whichReport({ reportTime, afterMs, point }: NonNullable<Answer['kept']>): string {
  const report = `定位时间 ${reportTime}${point === null ? '' : `（这一帧的第 ${point} 个位置）`}`;
  return afterMs === 0
    ? `报警从这次上报开始：${report}`
    : `报警开始后 ${formatDuration(afterMs / 1000)} 的上报（开始时的一帧在报警成立时已不在网关的记录里）：${report}`;
}
