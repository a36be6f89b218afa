import type { ArrivalRow } from '@tongda/contract/transport/waybill/dock/arrival';
import {
  arrivalDock,
  arrivalDocks,
  arrivalUndock,
  type DockBooking,
} from '@tongda/contract/transport/waybill/dock/site-work';
import { AutoComplete, Button, DatePicker, Input, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { ActBar, ActScope, AtField } from '../../../../kit/dialog/act-bar';
import { shortTime } from '../../../../kit/show/format';
import { ErrorState, Loading } from '../../../../kit/show/states';
import { LinesTable } from '../../../../kit/work/lines-table';
import '../styles.css';

const wire = 'YYYY-MM-DD HH:mm:00';
const stepMin = 15;
/** Half an hour when nobody said how long the work takes. */
const usualMin = 30;

/** The next quarter of an hour from `time` on, never one that is over. */
function quarter(time: string | null): Dayjs {
  const wanted = time ? dayjs(time) : dayjs();
  const from = wanted.isBefore(dayjs()) ? dayjs() : wanted;
  const late = from.minute() % stepMin;
  return from.add(late === 0 ? 0 : stepMin - late, 'minute').second(0);
}

interface DockDialogProps {
  row: ArrivalRow;
  done: () => void;
  close: () => void;
}

/** 预约月台: which dock, from when to when; what is taken already stands beside it. */
export function DockDialog({ row, done, close }: DockDialogProps) {
  const { waybillCode, stopSeq } = row;
  const answer = useAsk(arrivalDocks, { waybillCode, stopSeq }, { gcTime: 0 });
  const { data } = answer;
  const own = data?.bookings.find((one) => one.waybillCode === waybillCode && one.stopSeq === stopSeq) ?? null;
  const [dock, setDock] = useState<string | null>(null);
  const [span, setSpan] = useState<[Dayjs, Dayjs] | null>(null);
  const [remark, setRemark] = useState<string | null>(null);
  const start = own ? dayjs(own.fromTime) : quarter(data?.etaTime ?? data?.planArriveTime ?? null);
  const shown = {
    dock: dock ?? own?.dock ?? '',
    span:
      span ??
      ([start, own ? dayjs(own.untilTime) : start.add(data?.serviceMin || usualMin, 'minute')] as [Dayjs, Dayjs]),
    remark: remark ?? own?.remark ?? '',
  };
  const others = (data?.bookings ?? []).filter((one) => one !== own);
  const clash = others.find(
    (one) =>
      one.dock === shown.dock.trim() &&
      dayjs(one.fromTime).isBefore(shown.span[1]) &&
      dayjs(one.untilTime).isAfter(shown.span[0]),
  );
  const after = {
    done: () => {
      done();
      close();
    },
    // what is taken by now stands beside it
    failed: () => {
      void answer.refetch();
      return false;
    },
  };
  const booking = useAct(arrivalDock, { told: (made) => `${row.plateNo} 已预约 ${made.dock}`, ...after });
  const freeing = useAct(arrivalUndock, { told: '已取消月台预约', ...after });
  const busy = booking.busy || freeing.busy;
  const book = (): void =>
    void booking.run({
      waybillCode,
      stopSeq,
      dock: shown.dock.trim(),
      fromTime: shown.span[0].format(wire),
      untilTime: shown.span[1].format(wire),
      remark: shown.remark,
    });
  return (
    <Modal
      open
      width={560}
      title={`预约月台 ${row.stopName}`}
      onCancel={close}
      footer={
        <>
          {own ? (
            <Button danger loading={busy} onClick={() => void freeing.run({ waybillCode, stopSeq })}>
              取消预约
            </Button>
          ) : null}
          <Button onClick={close}>关闭</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={shown.dock.trim() === '' || clash !== undefined || !data}
            onClick={book}
          >
            {own ? '改约' : '预约'}
          </Button>
        </>
      }
    >
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {data ? (
        <div className="transport-waybill-sign">
          <ActScope of={booking}>
            <ActBar of={booking} />
            <p className="td-cap">
              {row.plateNo} {row.driverName}　{data.etaTime ? `预计 ${shortTime(data.etaTime).slice(0, 11)}` : ''}
              {data.etaTime ? '　' : ''}计划 {shortTime(data.planArriveTime).slice(0, 11)} 到站
            </p>
            <div className="transport-waybill-field">
              月台
              <AtField name="dock">
                <AutoComplete
                  aria-label="月台"
                  value={shown.dock}
                  placeholder="如 3号月台"
                  maxLength={20}
                  onChange={setDock}
                  options={data.docks.map((name) => ({ value: name }))}
                />
              </AtField>
            </div>
            <div className="transport-waybill-field">
              时段
              <AtField name="fromTime">
                <DatePicker.RangePicker
                  aria-label="时段"
                  showTime={{ format: 'HH:mm', minuteStep: 5 }}
                  format="MM-DD HH:mm"
                  allowClear={false}
                  value={shown.span}
                  onChange={(next) => next?.[0] && next[1] && setSpan([next[0], next[1]])}
                />
              </AtField>
            </div>
            <div className="transport-waybill-field">
              备注
              <AtField name="remark">
                <Input
                  aria-label="备注"
                  value={shown.remark}
                  maxLength={100}
                  onChange={(event) => setRemark(event.target.value)}
                />
              </AtField>
            </div>
            {clash ? (
              <p className="transport-waybill-bad" role="alert">
                {clash.dock} {clash.fromTime.slice(11, 16)}~{clash.untilTime.slice(11, 16)} 已由{' '}
                {clash.plateNo || '其他部门的车辆'} 预约
              </p>
            ) : null}
            <Taken bookings={others} />
          </ActScope>
        </div>
      ) : answer.error ? null : (
        <Loading />
      )}
    </Modal>
  );
}

function Taken({ bookings }: { bookings: readonly DockBooking[] }) {
  if (bookings.length === 0) return <p className="td-cap">该站近两天没有其他预约。</p>;
  return (
    <LinesTable
      label="已有预约"
      lines={bookings}
      keyOf={(one) => `${one.dock} ${one.fromTime}`}
      columns={[
        { key: 'dock', label: '月台', cell: (one) => one.dock },
        {
          key: 'span',
          label: '时段',
          cell: (one) => `${shortTime(one.fromTime).slice(0, 11)} ~ ${one.untilTime.slice(11, 16)}`,
        },
        { key: 'plateNo', label: '车辆', cell: (one) => one.plateNo || '其他部门' },
        { key: 'waybillCode', label: '运单号', cell: (one) => one.waybillCode },
      ]}
    />
  );
}
