import {
  externalVehicleReport,
  outsidePoints,
  outsideQuery,
  outsideQuota,
  outsideRenew,
  outsideTypes,
} from '@tongda/contract/reports/driving/external-vehicle';
import { vehicleColor } from '@tongda/contract/resources/vehicle/enums';
import { Button, DatePicker, Drawer, Form, Input, Radio, Segmented, Tooltip } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import { FormDialog } from '../../kit/dialog/form';
import { type Picture, PictureInput } from '../../kit/files/pictures';
import { Can } from '../../kit/session/can';
import { formatNumber, none } from '../../kit/show/format';
import { ErrorState, Loading } from '../../kit/show/states';
import type { RowAction } from '../../kit/table/types';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';
import './styles.css';

type Open = { what: 'query' } | { what: 'points' | 'renew'; row: AnyRow } | null;
const resultWords: Readonly<Record<number, string>> = { 1: '查询成功', 2: '没有数据，未计费', 3: '未获授权，未计费' };
const stale = [externalVehicleReport.page, externalVehicleReport.totalsCall, outsideQuota];
const wire = (moment: Dayjs): string => moment.format('YYYY-MM-DD HH:mm:ss');

/** 新查询 with what is left, 查看轨迹 and 续授权. */
export const useExternalVehicle: UseReportExtras = (list) => {
  const [open, setOpen] = useState<Open>(null);
  const quota = useAsk(outsideQuota, {});
  const close = (): void => setOpen(null);
  const missing = quota.data?.source === null ? '未配置外部数据源' : undefined;
  return {
    rowActions: (row) => {
      const actions: RowAction[] = [];
      if (Number(row.points) > 0)
        actions.push({ label: '查看轨迹', can: outsidePoints, run: () => setOpen({ what: 'points', row }) });
      actions.push({ label: '续授权', can: outsideRenew, run: () => setOpen({ what: 'renew', row }) });
      return actions;
    },
    toolbar: (
      <Can do={outsideQuery}>
        <Tooltip title={missing}>
          <Button
            type="primary"
            icon={<Search className="td-ico" />}
            disabled={quota.data === undefined || missing !== undefined}
            onClick={() => setOpen({ what: 'query' })}
          >
            新查询
          </Button>
        </Tooltip>
        <span className="td-cap">
          {missing ?? (quota.data ? `${quota.data.source ?? ''}，余额 ${quota.data.balance ?? none} 次` : '')}
        </span>
      </Can>
    ),
    open:
      open === null ? null : open.what === 'query' ? (
        <QueryDialog balance={quota.data?.balance ?? null} done={list.refresh} close={close} />
      ) : open.what === 'points' ? (
        <PointsDrawer row={open.row} close={close} />
      ) : (
        <RenewDialog row={open.row} done={list.refresh} close={close} />
      ),
  };
};

interface Consent {
  orderCode: string;
  files: Picture[];
  until: Dayjs | null;
}
const consentOf = ({ orderCode, files, until }: Consent) => ({
  orderCode: orderCode || null,
  fileIds: files.map(({ id }) => id),
  consentUntil: until?.format('YYYY-MM-DD') ?? '',
});

function ConsentFields({ must }: { must: boolean }) {
  return (
    <>
      <Form.Item name="orderCode" label="订单号" extra="本公司的订单，或上传对方签署的授权文件，至少一项">
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="files" label="授权文件">
        <PictureInput label="授权文件" max={6} kind="paper" />
      </Form.Item>
      <Form.Item
        name="until"
        label="授权截止日期"
        rules={must ? [{ required: true, message: '请选择授权截止日期' }] : []}
      >
        <DatePicker minDate={dayjs()} style={{ width: '100%' }} />
      </Form.Item>
    </>
  );
}

interface QueryValues extends Consent {
  plateNo: string;
  vehicleColor: 0 | 1 | 2;
  type: 1 | 2 | 3 | 4;
  range: [Dayjs, Dayjs] | null;
}
const words: Readonly<Record<string, string>> = outsideTypes;
const types = ([1, 2, 3, 4] as const).map((value) => ({ value, label: outsideTypes[value] }));
const colours = vehicleColor.options.map(({ code, name }) => ({ value: code, label: name }));

function QueryDialog({ balance, done, close }: { balance: number | null; done: () => void; close: () => void }) {
  const [form] = Form.useForm<QueryValues>();
  const type = Form.useWatch('type', form);
  return (
    <FormDialog
      endpoint={outsideQuery}
      form={form}
      initial={{
        plateNo: '',
        vehicleColor: 0,
        type: 1,
        range: [dayjs().subtract(1, 'day'), dayjs()],
        ...{ orderCode: '', files: [], until: null },
      }}
      input={({ plateNo, vehicleColor: colour, type: kind, range, ...consent }) => ({
        ...{ plateNo, vehicleColor: colour, type: kind },
        startTime: range ? wire(range[0]) : null,
        endTime: range ? wire(range[1]) : null,
        ...consentOf(consent),
      })}
      told={({ result, feeCount }) => `${resultWords[result] ?? ''}${feeCount > 0 ? `，计费 ${feeCount} 次` : ''}`}
      stale={stale}
      done={done}
      close={close}
      title={`查询外部车辆${balance === null ? '' : `（余额 ${balance} 次）`}`}
      okText="查询"
      width={480}
    >
      <Form.Item name="plateNo" label="车牌号" rules={[{ required: true, message: '请输入车牌号' }]}>
        <Input maxLength={10} placeholder="如 苏B12345" />
      </Form.Item>
      <Form.Item name="vehicleColor" label="车牌颜色">
        <Radio.Group options={colours} />
      </Form.Item>
      <Form.Item name="type" label="查询类型">
        <Segmented options={types} />
      </Form.Item>
      {type === 2 || type === 3 ? (
        <Form.Item name="range" label="时间（最多3天）" rules={[{ required: true, message: '请选择轨迹的起止时间' }]}>
          <DatePicker.RangePicker showTime style={{ width: '100%' }} />
        </Form.Item>
      ) : null}
      <ConsentFields must={false} />
    </FormDialog>
  );
}

function RenewDialog({ row, done, close }: { row: AnyRow; done: () => void; close: () => void }) {
  const [form] = Form.useForm<Consent>();
  const until = String(row.consentUntil);
  return (
    <FormDialog
      endpoint={outsideRenew}
      form={form}
      initial={{ orderCode: String(row.orderCode), files: [], until: until === '' ? null : dayjs(until) }}
      input={(values) => ({ id: row.id, version: Number(row.version), ...consentOf(values) })}
      // the list brings the newer consent with its version
      fresh={async () => done()}
      told="已续授权"
      stale={stale}
      done={done}
      close={close}
      title={`续授权 ${String(row.plate)}`}
      width={480}
    >
      <ConsentFields must />
    </FormDialog>
  );
}

/** What the data source answered: a line a point or parking. */
function PointsDrawer({ row, close }: { row: AnyRow; close: () => void }) {
  const answer = useAsk(outsidePoints, { id: row.id });
  return (
    <Drawer open size={560} title={`${String(row.plate)} ${words[String(row.type)] ?? ''}`} onClose={close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.data === undefined && !answer.error ? <Loading /> : null}
      {answer.data ? (
        <table className="reports-driving-points">
          <thead>
            <tr>
              <th>时间</th>
              <th>位置</th>
              <th className="num">速度(km/h)</th>
              <th className="num">停留(分)</th>
            </tr>
          </thead>
          <tbody>
            {answer.data.map((point) => (
              <tr key={point.time}>
                <td>{point.time}</td>
                <td>{point.address || `${formatNumber(point.lng, 5)}, ${formatNumber(point.lat, 5)}`}</td>
                <td className="num">{point.speedKmh === null ? none : formatNumber(point.speedKmh, 0)}</td>
                <td className="num">{point.minutes === null ? none : formatNumber(point.minutes, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Drawer>
  );
}
