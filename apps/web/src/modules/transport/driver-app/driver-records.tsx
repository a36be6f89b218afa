import { minuteMs } from '@tongda/contract/core/durations';
import {
  type DriverActionName,
  type DriverActionRow,
  driverActions,
  driverActionWords,
  driverResolve,
  resolutionWords,
} from '@tongda/contract/transport/driver-app/calls';
import { Button, Image } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { Can } from '../../../kit/session/can';
import { none, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { LinesTable } from '../../../kit/work/lines-table';
import { ReasonDialog } from '../waybill/door';
import './driver-records.css';

const lateMin = 5;
const minutesLate = ({ actedTime, receivedTime }: DriverActionRow): number =>
  Math.round((Date.parse(receivedTime.replace(' ', 'T')) - Date.parse(actedTime.replace(' ', 'T'))) / minuteMs);

interface DriverRecordsProps {
  waybillCode: string;
  stops: ReadonlyArray<{ seq: number; name: string }>;
  /** called when the desk has decided: what is adopted moves the trip */
  changed: () => void;
}

/** 司机端记录: what the driver did on his phone, with photos and signatures, and what had no effect. */
export function DriverRecords({ waybillCode, stops, changed }: DriverRecordsProps) {
  const answer = useAsk(driverActions, { id: waybillCode }, { refetchInterval: minuteMs });
  const [asking, setAsking] = useState<Asked | null>(null);
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  if (answer.data.length === 0)
    return <Empty title="司机还没有操作" text="司机在手机上接单、发车、拍照和签收后，这里留下时间、照片和签名" />;
  const where = ({ stopSeq, orderCode }: DriverActionRow): string =>
    [stops.find(({ seq }) => seq === stopSeq)?.name, orderCode].filter(Boolean).join(' ');
  const decided = (): void => {
    void answer.refetch();
    changed();
  };
  return (
    <>
      {asking ? <ResolveDialog asked={asking} done={decided} close={() => setAsking(null)} /> : null}
      <LinesTable
        lines={answer.data}
        keyOf={(row) => row.id}
        columns={[
          {
            key: 'time',
            label: '时间',
            cell: (row) => (
              <>
                {shortTime(row.actedTime)}
                {minutesLate(row) >= lateMin ? <div className="td-cap">{shortTime(row.receivedTime)} 收到</div> : null}
              </>
            ),
          },
          {
            key: 'action',
            label: '操作',
            cell: (row) => (
              <>
                {/* the server keeps no actions besides these */}
                {driverActionWords[row.action as DriverActionName]}
                {row.scanStore ? <div className="td-cap">扫码 {row.scanStore}</div> : null}
              </>
            ),
          },
          { key: 'where', label: '站点 / 订单', cell: (row) => where(row) || none },
          { key: 'driver', label: '司机', cell: (row) => row.driverName },
          {
            key: 'result',
            label: '结果',
            cell: (row) => (
              <>
                <span className="td-dot" data-tone={isOpen(row) ? 'amber' : row.refused ? 'red' : 'green'}>
                  {isOpen(row) ? '待核实' : row.refused ? '未生效' : '已生效'}
                </span>
                {row.msg ? <div className="td-cap">{row.msg}</div> : null}
                <Resolution row={row} ask={(adopt) => setAsking({ row, adopt })} />
              </>
            ),
          },
          { key: 'remark', label: '说明', cell: (row) => row.remark || none },
          { key: 'files', label: '照片与签名', cell: (row) => (row.files.length > 0 ? <Pictures row={row} /> : none) },
        ]}
      />
    </>
  );
}

/** A step that contradicts plan or state and waits for somebody at the desk. */
const isOpen = ({ conflict, resolvedTime }: DriverActionRow): boolean => conflict && resolvedTime === null;

/** What the desk decided about a step, or the two ways to decide. */
function Resolution({ row, ask }: { row: DriverActionRow; ask: (adopt: boolean) => void }) {
  if (isOpen(row))
    return (
      <Can do={driverResolve}>
        <Button size="small" onClick={() => ask(true)}>
          采纳
        </Button>{' '}
        <Button size="small" onClick={() => ask(false)}>
          不采纳
        </Button>
      </Can>
    );
  return row.resolvedTime ? (
    <div className="td-cap">
      {row.resolution === 1 ? resolutionWords[1] : resolutionWords[2]}　{row.resolvedBy} {shortTime(row.resolvedTime)}
      {'　'}
      {row.resolveNote}
    </div>
  ) : null;
}

interface Asked {
  row: DriverActionRow;
  adopt: boolean;
}
function ResolveDialog({ asked: { row, adopt }, done, close }: { asked: Asked; done: () => void; close: () => void }) {
  const word = driverActionWords[row.action as DriverActionName]; // the server keeps no actions besides these
  return (
    <ReasonDialog
      title={`${adopt ? '采纳' : '不采纳'}司机的${word}`}
      label="处理说明"
      ok={adopt ? '采纳' : '不采纳'}
      hint={
        adopt
          ? row.refused
            ? `按司机操作的时间 ${shortTime(row.actedTime)} 登记${word}`
            : `${word}已按司机操作的时间登记，采纳后不再提醒`
          : '记录和照片保留，不影响运单'
      }
      send={(note) => call(driverResolve, { id: row.id, adopt, note })}
      told={() => '已核实'}
      mild={adopt}
      done={done}
      close={close}
    />
  );
}

function Pictures({ row }: { row: DriverActionRow }) {
  return (
    <Image.PreviewGroup>
      {row.files.map((file) => (
        <Image
          key={file.id}
          className="transport-driver-app-record-pic"
          height={40}
          src={file.url}
          alt={file.signature ? '签名' : '照片'}
        />
      ))}
    </Image.PreviewGroup>
  );
}
