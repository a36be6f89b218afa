import type { Output } from '@tongda/contract/core/endpoint';
import type { ArrivalRow } from '@tongda/contract/transport/waybill/dock/arrival';
import type { arrivalDocks, DockBooking } from '@tongda/contract/transport/waybill/dock/site-work';
import { AutoComplete, Button, DatePicker, Input, Modal } from 'antd';
import { ActBar, ActScope, AtField } from '../../../../kit/dialog/act-bar';
import { minuteText, windowText } from '../../../../kit/show/format';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import { ErrorState, Loading } from '../../../../kit/show/states';
import { LinesTable } from '../../../../kit/work/lines-table';
import { type Booking, useBooking } from './use-booking';
import '../styles.css';
import { etaText } from '../../parts/eta';

interface DockDialogProps {
  row: ArrivalRow;
  done: () => void;
  close: () => void;
}

/** 预约月台: which dock, from when to when; what is taken already stands beside it. */
export function DockDialog({ row, done, close }: DockDialogProps) {
  const booking = useBooking(row, () => {
    done();
    close();
  });
  const { answer, own, busy } = booking;
  return (
    <Modal
      open
      width={560}
      title={`预约月台 ${row.stopName}`}
      onCancel={close}
      footer={
        <>
          {own ? (
            <Button danger loading={busy} onClick={booking.free}>
              取消预约
            </Button>
          ) : null}
          <Button onClick={close}>关闭</Button>
          <Button type="primary" loading={busy} disabled={!booking.ready} onClick={booking.book}>
            {own ? '改约' : '预约'}
          </Button>
        </>
      }
    >
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.data ? (
        <BookingFields row={row} data={answer.data} booking={booking} />
      ) : answer.error ? null : (
        <Loading />
      )}
    </Modal>
  );
}

interface BookingFieldsProps {
  row: ArrivalRow;
  data: Output<typeof arrivalDocks>;
  booking: Booking;
}

function BookingFields({ row, data, booking }: BookingFieldsProps) {
  const { shown, clash } = booking;
  return (
    <div className="transport-waybill-sign">
      <ActScope of={booking.booking}>
        <ActBar of={booking.booking} />
        <p className="td-cap">
          {dottedPlate(row.plateNo)} {row.driverName}　{data.etaTime ? `预计 ${etaText(data.etaTime)}` : ''}
          {data.etaTime ? '　' : ''}计划 {minuteText(data.planArriveTime)} 到站
        </p>
        <div className="transport-waybill-field">
          月台
          <AtField name="dock">
            <AutoComplete
              aria-label="月台"
              value={shown.dock}
              placeholder="如 3号月台"
              maxLength={20}
              onChange={(dock) => booking.put({ dock })}
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
              onChange={(next) => next?.[0] && next[1] && booking.put({ span: [next[0], next[1]] })}
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
              onChange={(event) => booking.put({ remark: event.target.value })}
            />
          </AtField>
        </div>
        {clash ? (
          <p className="transport-waybill-bad" role="alert">
            {clash.dock} {clash.fromTime.slice(11, 16)}~{clash.untilTime.slice(11, 16)} 已由{' '}
            {clash.plateNo ? dottedPlate(clash.plateNo) : '其他部门的车辆'} 预约
          </p>
        ) : null}
        <Taken bookings={booking.others} />
      </ActScope>
    </div>
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
          cell: (one) => windowText(one.fromTime, one.untilTime),
        },
        { key: 'plateNo', label: '车辆', cell: (one) => one.plateNo || '其他部门' },
        { key: 'waybillCode', label: '运单号', cell: (one) => one.waybillCode },
      ]}
    />
  );
}
