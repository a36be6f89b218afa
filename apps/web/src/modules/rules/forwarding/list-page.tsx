import { forwardState } from '@tongda/contract/resources/device/enums';
import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type ForwardRow,
  forwardAdd,
  forwardChangeHis,
  forwardColumns,
  forwardDel,
  forwardDetail,
  forwardFailLog,
  forwardFilters,
  forwardPage,
  forwardSwitch,
  forwardTest,
  forwardUpdate,
} from '@tongda/contract/rules/forwarding/calls';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { toast } from '../../../kit/dialog/notify';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { RegisterBatch, useChanged, useHistoryDrawer, useRemoveOne } from '../../../kit/list/register';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatNumber } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { FailDrawer } from './fail-drawer';
import { useForwardLinks } from './links';
import './styles.css';

const stale = [forwardDetail, forwardChangeHis, forwardFailLog];
const tones: Readonly<Record<number, string>> = {
  [forwardState.stopped]: 'grey',
  [forwardState.forwarding]: 'green',
  [forwardState.failing]: 'red',
  [forwardState.scheduled]: 'blue',
};
const words = [
  { code: enableStatus.enabled, name: '启动' },
  { code: enableStatus.disabled, name: '停止' },
];
const count = (n: number) => (n === 0 ? <span className="td-mute">0</span> : formatNumber(n));

/** 数据转发: platforms of others that are told what the company's vehicles report. */
export function ForwardListPage() {
  const list = useList<ForwardRow>(forwardPage);
  const links = useForwardLinks();
  const navigate = useNavigate();
  const changed = useChanged(list, stale);
  const batch = useBatch();
  const history = useHistoryDrawer(forwardChangeHis);
  const removeOne = useRemoveOne(forwardDel);
  const [fails, setFails] = useState<ForwardRow | null>(null);
  const start = useRowAct(
    ({ id, enabled }: ForwardRow) =>
      call(forwardSwitch, { ids: [id], enabled: enabled ? enableStatus.disabled : enableStatus.enabled }),
    {
      sure: ({ name, enabled }) =>
        enabled
          ? { title: `确定停止 ${name}？`, content: '停止期间的数据不再转发，再次启动后从启动时起转发。', ok: '停止' }
          : null,
      told: ({ name, enabled }) => `${name} ${enabled ? '已停止' : '已启动'}`,
    },
  );
  const test = useRowAct(({ id }: ForwardRow) => call(forwardTest, { id }), {
    done: ({ name }, { ok, msg }) => toast(ok ? 'success' : 'error', `${name}：${msg}`),
  });
  const cells = useMemo(
    (): Cells<ForwardRow> => ({
      name: (row) => <Link to={links.edit(row.id)}>{row.name}</Link>,
      state: (row) => <StateDot of={forwardState} tones={tones} code={row.state} />,
      okCount: (row) => count(row.okCount),
      failCount: (row) => count(row.failCount),
      backlog: (row) => count(row.backlog),
      deadCount: (row) =>
        row.deadCount === 0 ? (
          count(0)
        ) : (
          <button type="button" className="td-plain td-link" onClick={() => setFails(row)}>
            {formatNumber(row.deadCount)}
          </button>
        ),
      lastError: (row) =>
        row.lastError === '' ? undefined : (
          <span className="rules-forwarding-error" title={`${row.lastErrorTime ?? ''} ${row.lastError}`}>
            {row.lastError}
          </span>
        ),
    }),
    [links],
  );
  const toolbar = (
    <Can do={forwardAdd}>
      <Button type="primary" icon={<Plus />} onClick={() => void navigate(links.add)}>
        新增
      </Button>
    </Can>
  );
  const actions = (row: ForwardRow): RowAction[] => [
    { label: '编辑', to: links.edit(row.id), can: forwardUpdate },
    { label: row.enabled ? '停止' : '启动', can: forwardSwitch, run: () => start(row, changed) },
    { label: '测试连接', can: forwardTest, run: () => test(row) },
    { label: '失败明细', can: forwardFailLog, run: () => setFails(row) },
    { label: '变更记录', run: () => history.open(row) },
    { label: '删除', danger: true, can: forwardDel, run: () => removeOne(row, changed) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={forwardColumns}
        cells={cells}
        filters={<RegisterFilters of={forwardFilters.table} />}
        toolbar={toolbar}
        batch={(rows, keys) => (
          <RegisterBatch
            noun="数据转发"
            unit="项"
            keys={keys}
            nameOf={(id) => rows.find((row) => row.id === id)?.name ?? id}
            run={batch.start}
            done={changed}
            del={forwardDel}
            status={{ call: forwardSwitch, field: 'enabled', options: words }}
          />
        )}
        rowActions={actions}
        empty={
          <Empty
            title="还没有数据转发"
            text="把本公司车辆的位置、温湿度和报警转发给客户或监管平台：HTTP、MQTT、JT/T 809"
            action={toolbar}
          />
        }
      />
      {batch.dialog}
      {history.drawer}
      {fails ? <FailDrawer target={fails} changed={changed} close={() => setFails(null)} /> : null}
    </>
  );
}
