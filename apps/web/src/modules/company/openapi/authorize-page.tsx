import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import {
  type GrantRow,
  grantChange,
  grantChangeHis,
  grantColumns,
  grantDecide,
  grantFilters,
  grantLog,
  grantPage,
  grantResetSecret,
  grantStop,
} from '@tongda/contract/company/openapi/grants';
import { Form, Input } from 'antd';
import { useMemo, useState } from 'react';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { FormDialog } from '../../../kit/dialog/form';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useList } from '../../../kit/list/use-rows';
import { none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { ChangeDialog, grantName, LimitFields, ResetDialog } from './grant-dialogs';
import { GrantLog } from './grant-log';

const tones = { 0: 'amber', 1: 'green', 2: 'red', 3: 'grey', 4: 'grey' } as const;
type What = 'open' | 'refuse' | 'stop' | 'again' | 'change' | 'reset' | 'log' | 'history';
type Doing = { row: GrantRow; what: What };

/** 接口授权管理: applications of companies for open interfaces, decided by the provider. */
export function AuthorizePage() {
  const list = useList<GrantRow>(grantPage, { scheme: 'A' });
  const [doing, setDoing] = useState<Doing | null>(null);
  const cells = useMemo(
    (): Cells<GrantRow> => ({
      status: (row) => <StateDot of={interfaceApplyStatus} tones={tones} code={row.status} />,
      appName: (row) => row.appName || '全部应用',
      ipList: (row) => (row.appId === null ? none : row.ipList.join('、') || '不限'),
      validUntil: (row) => (row.appId === null ? none : (row.validUntil ?? '长期')),
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
        rowActions={(row) => actionsOf(row, (what) => setDoing({ row, what }))}
        empty={<Empty title="没有接口申请" text="企业管理员在接口中心申请后，在这里审核" />}
      />
      {doing?.what === 'open' || doing?.what === 'refuse' ? (
        <DecideDialog row={doing.row} open={doing.what === 'open'} close={close} done={refresh} />
      ) : null}
      {doing?.what === 'stop' || doing?.what === 'again' ? (
        <SwitchDialog row={doing.row} enabled={doing.what === 'again'} close={close} done={refresh} />
      ) : null}
      {doing?.what === 'change' ? <ChangeDialog row={doing.row} close={close} done={refresh} /> : null}
      {doing?.what === 'reset' ? <ResetDialog row={doing.row} close={close} done={refresh} /> : null}
      {doing?.what === 'log' ? <GrantLog row={doing.row} close={close} /> : null}
      {doing?.what === 'history' ? (
        <HistoryDrawer of={grantChangeHis} id={doing.row.id} name={grantName(doing.row)} close={close} />
      ) : null}
    </>
  );
}

function actionsOf({ status, appId }: GrantRow, run: (what: What) => void): RowAction[] {
  const reset: RowAction = { label: '重置密钥', can: grantResetSecret, run: () => run('reset') };
  const known: RowAction[] = [
    { label: '日志', can: grantLog, run: () => run('log') },
    ...(appId === null ? [] : [reset]),
    { label: '变更记录', run: () => run('history') },
  ];
  if (status === interfaceApplyStatus.review)
    return [
      { label: '开通', can: grantDecide, run: () => run('open') },
      { label: '不通过', can: grantDecide, run: () => run('refuse') },
    ];
  if (status === interfaceApplyStatus.opened)
    return [
      { label: '调整', can: grantChange, run: () => run('change') },
      { label: '停用', can: grantStop, run: () => run('stop') },
      ...known,
    ];
  if (status === interfaceApplyStatus.stopped)
    return [{ label: '恢复', can: grantStop, run: () => run('again') }, ...known];
  return known.filter((action) => action !== reset);
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
      title={`${open ? '开通' : '不通过'} ${grantName(row)}`}
      okText={open ? '开通' : '不通过'}
      danger={!open}
    >
      <p className="company-openapi-note">
        {row.appName || '全部应用'}
        {row.customerName ? `（客户“${row.customerName}”的应用）` : ''}，申请每日{row.dailyCalls}次。用途：{row.purpose}
      </p>
      {open ? <LimitFields ofApp={row.appId !== null} /> : null}
      <Form.Item name="remark" label={open ? '说明，企业会看到' : '原因，企业会看到'}>
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
      title={`${enabled ? '恢复' : '停用'} ${grantName(row)}`}
      okText={enabled ? '恢复' : '停用'}
      danger={!enabled}
    >
      <p className="company-openapi-note">
        {enabled
          ? '恢复后调用立即放行，额度与停用前相同。'
          : `停用后，${row.appName || '企业的全部应用'}对这个接口的调用立即被拒绝，其他接口不受影响。`}
      </p>
      <Form.Item name="remark" label="说明，企业会看到">
        <Input.TextArea autoFocus autoSize={{ minRows: 2, maxRows: 5 }} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}
