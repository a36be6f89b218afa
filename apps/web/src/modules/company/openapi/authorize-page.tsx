import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import {
  type GrantRow,
  grantColumns,
  grantDecide,
  grantFilters,
  grantPage,
  grantStop,
} from '@tongda/contract/company/openapi/grants';
import { Form, Input, InputNumber } from 'antd';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../../kit/dialog/form';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useList } from '../../../kit/list/use-rows';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';

const tones = { 0: 'amber', 1: 'green', 2: 'red', 3: 'grey', 4: 'grey' } as const;
type Doing = { row: GrantRow; what: 'open' | 'refuse' | 'stop' | 'again' };

/** 接口授权管理: applications of companies for open interfaces, decided by the provider. */
export function AuthorizePage() {
  const list = useList<GrantRow>(grantPage, { scheme: 'A' });
  const [doing, setDoing] = useState<Doing | null>(null);
  const cells = useMemo(
    (): Cells<GrantRow> => ({
      status: (row) => <StateDot of={interfaceApplyStatus} tones={tones} code={row.status} />,
      appName: (row) => row.appName || '全部应用',
    }),
    [],
  );
  const close = (): void => setDoing(null);
  const refresh = async (): Promise<void> => list.refresh();
  return (
    <>
      <ListPage
        list={list}
        columns={grantColumns}
        cells={cells}
        filters={<RegisterFilters of={grantFilters.table} />}
        rowActions={(row) => {
          if (row.status === interfaceApplyStatus.review)
            return [
              { label: '开通', can: grantDecide, run: () => setDoing({ row, what: 'open' }) },
              { label: '不通过', can: grantDecide, run: () => setDoing({ row, what: 'refuse' }) },
            ];
          if (row.status === interfaceApplyStatus.opened)
            return [{ label: '停用', can: grantStop, run: () => setDoing({ row, what: 'stop' }) }];
          if (row.status === interfaceApplyStatus.stopped)
            return [{ label: '恢复', can: grantStop, run: () => setDoing({ row, what: 'again' }) }];
          return [];
        }}
        empty={<Empty title="没有接口申请" text="企业管理员在接口中心申请后，在这里审核" />}
      />
      {doing?.what === 'open' || doing?.what === 'refuse' ? (
        <DecideDialog row={doing.row} open={doing.what === 'open'} close={close} done={refresh} />
      ) : null}
      {doing?.what === 'stop' || doing?.what === 'again' ? (
        <SwitchDialog row={doing.row} enabled={doing.what === 'again'} close={close} done={refresh} />
      ) : null}
    </>
  );
}

interface DialogProps {
  row: GrantRow;
  close: () => void;
  done: () => Promise<void>;
}
interface Values {
  dailyLimit?: number;
  perMinute?: number;
  perSecond?: number | null;
  remark?: string;
}

const titleOf = ({ clientName, interfaceName }: GrantRow): string => `${clientName}：${interfaceName}`;

function DecideDialog({ row, open, close, done }: DialogProps & { open: boolean }) {
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog
      endpoint={grantDecide}
      form={form}
      initial={{ dailyLimit: row.dailyCalls, perMinute: row.perMinute ?? 600, perSecond: row.perSecond, remark: '' }}
      input={({ dailyLimit = 0, perMinute = 0, perSecond = null, remark = '' }) => ({
        id: row.id,
        version: row.version,
        open,
        dailyLimit,
        perMinute,
        perSecond,
        remark,
      })}
      check
      told={open ? '接口已开通，企业已收到消息' : '已告知企业'}
      fresh={done}
      done={done}
      close={close}
      width={480}
      title={`${open ? '开通' : '不通过'} ${titleOf(row)}`}
      okText={open ? '开通' : '不通过'}
      danger={!open}
    >
      <p className="company-openapi-note">
        {row.appName || '全部应用'}，申请每日{row.dailyCalls}次。用途：{row.purpose}
      </p>
      {open ? (
        <>
          <Form.Item name="dailyLimit" label="每日额度">
            <InputNumber min={1} max={10_000_000} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
          </Form.Item>
          <Form.Item name="perSecond" label="此接口每秒上限，不填按接口的上限">
            <InputNumber min={1} max={100} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
          </Form.Item>
          {row.perMinute === null ? null : (
            <Form.Item name="perMinute" label="应用每分钟上限（所有接口合计）">
              <InputNumber min={1} max={60_000} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
            </Form.Item>
          )}
        </>
      ) : null}
      <Form.Item name="remark" label={open ? '说明' : '原因'}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}

function SwitchDialog({ row, enabled, close, done }: DialogProps & { enabled: boolean }) {
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog
      endpoint={grantStop}
      form={form}
      initial={{ remark: '' }}
      input={({ remark = '' }) => ({ id: row.id, version: row.version, enabled, remark })}
      check
      told={enabled ? '已恢复' : '已停用，调用立即被拒绝'}
      fresh={done}
      done={done}
      close={close}
      width={480}
      title={`${enabled ? '恢复' : '停用'} ${titleOf(row)}`}
      okText={enabled ? '恢复' : '停用'}
      danger={!enabled}
    >
      <Form.Item name="remark" label="说明，企业会看到">
        <Input.TextArea autoFocus autoSize={{ minRows: 2, maxRows: 5 }} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}
